import type { Transport } from '@modelcontextprotocol/client'
import { boundedFetch } from './bounded-fetch.js'
import { line } from './foreign-text.js'
import type { McpAddress, McpProgram, McpServer } from './options.js'
import { secretsOf } from './secrets.js'
import { startOf } from './start.js'

/** A way to a server, not yet opened. */
export interface Line {
  readonly transport: Transport
  /** The last words that the program wrote to its standard error. */
  lastWords(): string
  /** Takes the answer of an authorisation server to which a user was sent. */
  authorize(callback: URLSearchParams): Promise<void>
  /** Ends the session that a server of the older revision keeps. */
  end(): Promise<void>
  /** Called when the transport has closed. Resolves to the refusals of the program's sandbox, in words; empty for nothing. */
  ended(): Promise<string>
}

/** Values that must not stand in a message about the server. */
export function secretsIn(server: McpServer): readonly string[] {
  if ('url' in server) return secretsOf(new URL(server.url), server.headers)
  return secretsOf(undefined, server.env)
}

/** @throws {ArtooError} `sandbox_unavailable` for a program that was to be confined and can't be. */
export const lineTo = (server: McpServer, signal: AbortSignal): Promise<Line> =>
  'url' in server ? overHttp(server) : overStdio(server, signal)

async function overStdio(program: McpProgram, signal: AbortSignal): Promise<Line> {
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio')
  const { command, args, env, cwd, ended } = await startOf(program, getDefaultEnvironment(), signal)
  const transport = new StdioClientTransport({
    ...{ command, args: [...args], env: { ...env }, stderr: 'pipe' },
    ...(cwd !== undefined && { cwd }),
  })
  let words = ''
  const decoder = new TextDecoder()
  // Read in any case: a program whose standard error nobody reads stops when the pipe is full.
  const stderr = transport.stderr as unknown as { on(event: 'data', heard: (bytes: Uint8Array) => void): void } | null
  stderr?.on('data', (bytes) => {
    words = `${words}${decoder.decode(bytes)}`.slice(-2_000)
  })
  const lastWords = () => line(words.trim().split('\n').slice(-3).join(' '))
  return { transport, lastWords, ended, authorize: async () => {}, end: async () => {} }
}

async function overHttp({ url, headers = {}, authProvider, fetch }: McpAddress): Promise<Line> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const address = new URL(url)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const basic = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const transport = new StreamableHTTPClientTransport(address, {
    // A redirect would take headers and bodies to an address that the host never named.
    requestInit: {
      redirect: 'error',
      headers: {
        ...(username !== '' && { authorization: `Basic ${btoa(String.fromCharCode(...basic))}` }),
        ...headers,
      },
    },
    fetch: boundedFetch(fetch) as typeof globalThis.fetch,
    ...(authProvider && { authProvider }),
  })
  const end = async () => {
    if (transport.sessionId !== undefined) await transport.terminateSession()
  }
  const authorize: Line['authorize'] = (callback) => transport.finishAuth(callback)
  return { transport, lastWords: () => '', authorize, end, ended: async () => '' }
}
