import { ArtooError } from '@artoo/spec'
import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { mcpServer } from './mcp-server.js'
import { assertServed, type Secret, type ServedArtoo } from './options.js'
import { sealedStates } from './sealed-state.js'
import { taskNames } from './task-names.js'
import { openTasks } from './tasks.js'

export interface ArtooHandlerOptions extends ServedArtoo {
  /**
   * The key that states and the ids of tasks are sealed with: at least 32 random bytes. Give the same to all processes,
   * or tasks can't be answered after a restart.
   */
  readonly secret: Secret
  /**
   * The name of the user who sent a request, or null for a request of somebody unknown, which is refused with 401. It
   * must come from something that was verified, such as a token.
   *
   * @defaultValue only requests to a loopback name are served, all as one user
   */
  readonly principal?: ((request: Request, auth: AuthInfo | undefined) => Answer | Promise<Answer>) | undefined
}

type Answer = string | null

/** A handler of web requests, for `toNodeHandler` of `@modelcontextprotocol/node` or a worker. */
export interface ArtooHandler {
  /** `authInfo`: what a check of the bearer token found. `parsedBody`: the body, where it was read before. */
  fetch(
    request: Request,
    options?: { readonly authInfo?: AuthInfo | undefined; readonly parsedBody?: unknown },
  ): Promise<Response>
  /** Interrupts the tasks of calls under way, and resolves when they have left. */
  close(): Promise<void>
}

/**
 * The tools of an instance over streamable HTTP, for clients of the revision 2026-07-28 and of those before it. Without
 * `principal` listen on 127.0.0.1 only.
 *
 * @throws {ArtooError} `invalid_option` with the option as `field`.
 * @example
 * const handler = artooHandler({ artoo, secret: process.env.ARTOO_MCP_SECRET ?? '', principal: userOfSession })
 * createServer(toNodeHandler(handler)).listen(3000, '127.0.0.1')
 */
export function artooHandler(options: ArtooHandlerOptions): ArtooHandler {
  assertServed(options, 'artooHandler', ['principal'])
  const { secret, principal: principalOf, answerSeconds: seconds = 86_400, answersByCall, onError } = options
  if (secret === undefined) {
    throw new ArtooError('invalid_option', 'secret is missing: give 32 random bytes or more', { field: 'secret' })
  }
  const tasks = openTasks(options)
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const principal = String(authInfo?.extra?.[mark])
      const names = taskNames(secret, principal)
      const states = sealedStates({ secret, principal, seconds })
      return mcpServer({ tasks, names, states, principal, answersByCall, onError })
    },
    // A task may take longer than a client waits for the head of a response.
    { responseMode: 'sse', ...(onError && { onerror: onError }) },
  )
  return {
    async fetch(request, { authInfo, ...given } = {}) {
      const refused = principalOf ? undefined : refusedHost(request)
      if (refused) return refused
      const principal = principalOf ? await principalOf(request, authInfo) : 'local'
      if (typeof principal !== 'string' || principal === '') return unauthenticated()
      const known = { token: '', clientId: principal, scopes: [], ...authInfo }
      return handler.fetch(request, { ...given, authInfo: { ...known, extra: { ...known.extra, [mark]: principal } } })
    },
    async close() {
      await handler.close()
      await tasks.close()
    },
  }
}

/** The field that carries the principal to the server of a request. */
const mark = 'artoo.principal'

/** Listening on loopback alone keeps no web page away: its own name may resolve to 127.0.0.1. */
const refusedHost = (request: Request) =>
  hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
  originValidationResponse(request, localhostAllowedOrigins())

function unauthenticated(): Response {
  const error = { code: -32_000, message: 'unauthenticated: say who you are' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 401 })
}
