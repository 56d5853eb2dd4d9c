import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { oneLine } from '@artoo/llm'
import type { McpPinned, McpPins } from '@artoo/mcp'
import type { ArtooOptions, Tool } from '@artoo/sdk'
import { stateFolder } from '@artoo/sdk/node'
import { ArtooError, errorMessage } from '@artoo/spec'
import { unlessErrno, writeDurably } from '@artoo/spec/node'
import { isMissing } from './optional-package.js'

type Environment = Readonly<Record<string, string | undefined>>

/** An MCP server in the usual form: a program that is started, or an address. */
export interface ServerConfig {
  /** Other programs tell programs and addresses apart by it. */
  readonly type?: string | undefined
  readonly command?: string | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** The folder in which it works. @defaultValue that of the file that names it */
  readonly cwd?: string | undefined
  readonly url?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A server with the folder of the file that names it. */
export interface PlacedServer {
  readonly server: ServerConfig
  readonly folder: string
  readonly isTrusted: boolean
}

export interface ConnectedServers {
  beside(own: readonly Tool[]): NonNullable<ArtooOptions['tools']>
  readonly tools: readonly Tool[]
  readonly notes: readonly string[]
  close(): Promise<void>
}

const withoutServers: ConnectedServers = { beside: (own) => own, tools: [], notes: [], close: async () => {} }

/** Connects to the servers. One that fails is left out with a note. @throws {ArtooError} `invalid_option`. */
export async function connectServers(
  placed: Readonly<Record<string, PlacedServer>>,
  { root, env }: { readonly root: string; readonly env: Environment },
): Promise<ConnectedServers> {
  if (Object.keys(placed).length === 0) return withoutServers
  const mcpPackage = await import('@artoo/mcp').catch((error: unknown) => {
    if (isMissing(error, '@artoo/mcp')) return null
    throw error
  })
  if (mcpPackage === null) {
    const names = Object.keys(placed).join(', ')
    const note = oneLine(`Servers are left out (${names}): npm install @artoo/mcp beside @artoo/cli.`, 500)
    return { ...withoutServers, notes: [note] }
  }
  const notes: string[] = []
  const known = Object.entries(placed).flatMap(([name, one]) => {
    try {
      return [[name, serverFrom(one, env)] as const]
    } catch (error) {
      notes.push(failed(name, error))
      return []
    }
  })
  const servers = Object.fromEntries(known)
  const trust = Object.keys(servers).filter((name) => placed[name]?.isTrusted)
  const mcp = await mcpPackage.mcpTools({ servers, trust, pins: pinsIn(join(stateFolder({ root }), 'mcp-pins.json')) })
  notes.push(
    ...mcp.failed.map(({ server, error }) => failed(server, error)),
    ...mcp.problems.map(({ server, problem }) => oneLine(`Server ${server}: ${problem}`, 500)),
    ...mcp.changed.map((tool) =>
      oneLine(`Tool ${tool} is not what it was when it was first seen: each call asks.`, 500),
    ),
  )
  return { beside: (own) => mcp.beside(own), tools: mcp.tools, notes, close: () => mcp.close() }
}

function failed(server: string, error: unknown): string {
  return oneLine(`Server ${server} is left out: ${errorMessage(error)}`, 500)
}

function serverFrom({ server, folder }: PlacedServer, env: Environment) {
  const { command, args = [], cwd = '.', url = '', headers = {} } = server
  const text = (one: string) => expanded(one, env)
  const texts = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, text(value)]))
  if (command === undefined) return { url: text(url), headers: texts(headers) }
  return { command: text(command), args: args.map(text), env: texts(server.env ?? {}), cwd: resolve(folder, text(cwd)) }
}

/** A text in which `${NAME}` and `${NAME:-otherwise}` stand for variables. */
function expanded(text: string, env: Environment): string {
  return text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, otherwise: string | undefined) => {
    const value = env[name] ?? otherwise
    if (value === undefined) throw new ArtooError('missing_environment', `set ${name}`, { field: name })
    return value
  })
}

/** Definitions of tools as they were first seen. A file that is damaged must not pass for one of no definitions. */
function pinsIn(path: string): McpPins {
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(unlessErrno('null', 'ENOENT'))
      const pins: McpPinned | null = JSON.parse(text)
      return pins
    },
    write: (pins) => writeDurably(path, `${JSON.stringify(pins, null, 2)}\n`),
  }
}
