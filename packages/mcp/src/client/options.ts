import { ArtooError, assertOptions, countOption, isRecord, type Sandbox } from '@artoo/spec'
import { assertSandbox, hostPattern, outputLimits } from '@artoo/tools'
import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client'
import type { McpPins } from './pins.js'
import { isServerName } from './tool-name.js'

/** A server that is started as a program and spoken to over its standard input and output. */
export interface McpProgram {
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Variables beside `PATH`, `HOME` and the few others that every server gets. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The folder in which it works. In a sandbox it may write there. @defaultValue the one in which the process works, where a confined server only reads */
  readonly cwd?: string | undefined
  /**
   * Confines the program: made by `sandbox()` of `@artoo/sandbox`. A server that can't be confined is not started.
   *
   * @defaultValue the program has the rights of the process
   */
  readonly sandbox?: Sandbox | undefined
  /** Hosts that the program may reach from its sandbox: `['api.github.com']`. @defaultValue none: the network is closed */
  readonly network?: readonly string[] | undefined
}

/** A server that is reached over HTTP. */
export interface McpAddress {
  /** A name and password in it are sent as `Authorization`. */
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** OAuth, or a token, as the MCP SDK takes it. */
  readonly authProvider?: AuthProvider | OAuthClientProvider | undefined
  /** @defaultValue the global one */
  readonly fetch?: ((url: string | URL, init?: RequestInit) => Promise<Response>) | undefined
}

export type McpServer = McpProgram | McpAddress

export interface McpToolsOptions {
  /** The servers by name: up to 32 letters, digits, `-` and single `_`. */
  readonly servers: Readonly<Record<string, McpServer>>
  /**
   * The tools that are offered, by name, with `*` for any characters. It is no permission.
   *
   * @defaultValue all
   */
  readonly include?: readonly string[] | undefined
  /**
   * The servers whose annotations are believed: what one of them calls a read runs without a question. @defaultValue no server
   */
  readonly trust?: readonly string[] | undefined
  /** The place where the hashes of definitions are kept, so that a change is seen by the next process, too. @defaultValue memory */
  readonly pins?: McpPins | undefined
  /** The time for connecting to a server and listing its tools. @defaultValue 10_000 */
  readonly connectTimeoutMs?: number | undefined
  /** The most bytes of a result, in UTF-8, from 64 to 65,536. @defaultValue 16_384 */
  readonly maxOutputBytes?: number | undefined
  /** Returns the `traceparent` (W3C) that goes out with each call. @defaultValue nothing goes out */
  readonly traceparent?: (() => string | undefined) | undefined
}

export interface KnownMcpOptions extends McpToolsOptions {
  readonly connectTimeoutMs: number
  readonly maxOutputBytes: number
  readonly trust: readonly string[]
}

const names = ['servers', 'include', 'trust', 'pins', 'connectTimeoutMs', 'maxOutputBytes', 'traceparent']
const aliases = { timeout: 'connectTimeoutMs', allow: 'include', allowedTools: 'include', mcpServers: 'servers' }
const ofPrograms = ['command', 'args', 'env', 'cwd', 'sandbox', 'network']
const ofAddresses = ['url', 'headers', 'authProvider', 'fetch']

/** @throws {ArtooError} `invalid_option`, whose `field` is the option at fault. */
export function knownOptions(options: McpToolsOptions): KnownMcpOptions {
  assertOptions(options, names, { of: 'mcpTools', aliases })
  const { servers, trust = [], include, maxOutputBytes = 16_384, connectTimeoutMs = 10_000 } = options
  if (!isRecord(servers)) throw invalid('servers', 'servers must be an object: a name, and how the server is reached')
  for (const [name, server] of Object.entries(servers)) checkServer(name, server)
  assertList('trust', trust)
  if (include !== undefined) assertList('include', include)
  const stranger = trust.find((name) => !Object.hasOwn(servers, name))
  if (stranger !== undefined) throw invalid('trust', `trust names ${stranger}, which is not among the servers`)
  if (options.pins !== undefined && !hasBoth(options.pins)) {
    throw invalid('pins', 'pins must have the functions read and write')
  }
  if (maxOutputBytes < outputLimits.least || maxOutputBytes > outputLimits.most) {
    throw invalid('maxOutputBytes', `maxOutputBytes must be from ${outputLimits.least} to ${outputLimits.most}`)
  }
  return {
    ...options,
    ...{ trust, maxOutputBytes: countOption('maxOutputBytes', maxOutputBytes) },
    connectTimeoutMs: countOption('connectTimeoutMs', connectTimeoutMs),
  }
}

const hasBoth = ({ read, write }: McpPins) => typeof read === 'function' && typeof write === 'function'

function checkServer(name: string, server: unknown): void {
  const path = `servers.${name}`
  if (!isServerName(name)) {
    throw invalid(path, `the name of server ${name} must be up to 32 letters, digits, - and single _`)
  }
  const isProgram = isRecord(server) && 'command' in server
  const given = assertOptions(server, isProgram ? ofPrograms : ofAddresses, { of: path, path })
  const { command, url } = given
  if (isProgram && (typeof command !== 'string' || command === '')) {
    throw invalid(`${path}.command`, `server ${name} needs the name or path of a program as its command`)
  }
  if (!isProgram && !isAddress(url)) {
    throw invalid(`${path}.url`, `server ${name} needs a command, or a url that begins with http:// or https://`)
  }
  checkConfinement(path, given)
}

function checkConfinement(path: string, { sandbox, network }: Readonly<Record<string, unknown>>): void {
  const field = `${path}.network`
  const isConfined = assertSandbox(sandbox, `${path}.sandbox`) !== undefined
  if (network === undefined) return
  if (!isConfined) throw invalid(field, `${field} is for a server in a sandbox: give it a sandbox, too`)
  assertList(field, network)
  const wrong = network.find((host) => !hostPattern.test(host))
  if (wrong === undefined) return
  throw invalid(
    field,
    `${field} is a list of hosts, such as api.github.com or *.example.org:8443, without scheme and path`,
  )
}

const isAddress = (url: unknown) => {
  const text = url instanceof URL ? url.href : url
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text)
}

function assertList(field: string, value: unknown): asserts value is readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return
  throw invalid(field, `${field} must be a list of texts`)
}

const invalid = (field: string, message: string) => new ArtooError('invalid_option', message, { field })
