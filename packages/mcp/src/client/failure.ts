import { ArtooError, causesOf, errorMessage, httpStatusOf, isNetworkFailure } from '@artoo/spec'
import { cleaned } from './foreign-text.js'
import { withoutSecrets } from './secrets.js'

/** Characters of a server's error that a model or person reads. */
const longestMessage = 4_000

/** A message of a server or of the way to it, without secrets and hidden characters. */
export const told = (error: unknown, secrets: readonly string[]): string =>
  cleaned(withoutSecrets(chainOf(error), secrets)).slice(0, longestMessage)

/** `fetch failed` alone says nothing: its cause has the reason. */
function chainOf(error: unknown): string {
  const causes = causesOf(error).slice(1)
  const more = causes.flatMap(({ message, code }) => (typeof message === 'string' && message ? [message] : [code]))
  return [errorMessage(error), ...more.filter((text) => typeof text === 'string')].join(': ')
}

/** Codes of the SDK for a connection that is gone. */
const gone: ReadonlySet<unknown> = new Set(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED'])

/** Whether the connection has to be made anew: it broke, or the server has forgotten its session. */
export function isLost(error: unknown, era: string | undefined): boolean {
  const chain = causesOf(error)
  if (chain.some((fields) => gone.has(fields.code) || isNetworkFailure(fields))) return true
  const status = httpStatus(error)
  return era === 'legacy' && (status === 404 || status === 400)
}

export function isUnavailable(error: unknown): boolean {
  const status = httpStatus(error)
  return status !== undefined && (status === 408 || status === 429 || status >= 500)
}

/** The SDK keeps the status of a response in `data`. */
function httpStatus(error: unknown): number | undefined {
  const [status] = [error, (error as { readonly data?: unknown } | null)?.data]
    .flatMap((at) => causesOf(at))
    .flatMap((fields) => httpStatusOf(fields) ?? [])
  return status
}

const unauthorized: ReadonlySet<unknown> = new Set(['CLIENT_HTTP_AUTHENTICATION', 'CLIENT_HTTP_FORBIDDEN'])

export const isUnauthorized = (error: unknown): boolean =>
  causesOf(error).some(({ name, code }) => name === 'UnauthorizedError' || unauthorized.has(code)) ||
  httpStatus(error) === 401

/** Words about a program that ended. */
interface End {
  /** The last that it wrote to its standard error. */
  readonly wrote: string
  /** The refusals of its sandbox, in words. */
  readonly refused: string
}

/** The error of a server that can't be connected to. */
export function connectFailure(server: string, error: unknown, secrets: readonly string[], end?: End): ArtooError {
  const words = [end?.wrote && `it wrote: ${end.wrote}`, end?.refused].filter(Boolean)
  const said = words.map((text) => `; ${withoutSecrets(`${text}`, secrets)}`).join('')
  if (isUnauthorized(error)) {
    const message = `MCP server ${server} wants an authorisation: ${told(error, secrets)}; give headers or an authProvider, and finish a login with authorize()`
    return new ArtooError('mcp_unauthorized', message)
  }
  if (error instanceof ArtooError && error.code === 'sandbox_unavailable') {
    return new ArtooError(error.code, `MCP server ${server} was not started: ${error.message}`, { field: 'sandbox' })
  }
  if (error instanceof ArtooError && error.code === 'mcp_connect_timeout') {
    return new ArtooError(error.code, `MCP server ${server} did not answer: ${error.message}${said}`)
  }
  return new ArtooError(
    'mcp_connect_failed',
    `MCP server ${server} can't be connected to: ${told(error, secrets)}${said}`,
  )
}
