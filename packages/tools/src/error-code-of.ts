import { causesOf, errorCode, errorMessage, type ForeignFields, httpStatusOf, isNetworkFailure } from '@artoo/spec'

/**
 * The stable code for a value that a tool threw. The code of an `ArtooError` is kept. A refused or broken connection, a
 * time limit, HTTP 408, 429 and 5xx are `tool_unavailable`: the same call may go well later. A file system's ENOENT is
 * `path_not_found`. Anything else is `tool_failed`.
 */
export function errorCodeOf(error: unknown): string {
  const own = errorCode(error)
  if (own !== undefined) return own
  const chain = causesOf(error)
  // An HTTP status decides alone: numbers in the message may mean something else.
  const isSaid = chain.every((fields) => httpStatusOf(fields) === undefined) && saysUnavailable(errorMessage(error))
  if (isSaid || chain.some(isUnavailable)) return 'tool_unavailable'
  return chain.some(({ code }) => code === 'ENOENT') ? 'path_not_found' : 'tool_failed'
}

function isUnavailable(fields: ForeignFields): boolean {
  const status = httpStatusOf(fields)
  if (status !== undefined) return status === 408 || status === 429 || status >= 500
  return fields.name === 'TimeoutError' || isNetworkFailure(fields)
}

/** The characters of a message that are searched: such words stand at its beginning. */
const mostRead = 500

/** The words of errors that have a message and no code. */
const unavailableWords = [
  /\bE(CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|PIPE|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b/,
  /\b(HTTP|status)( (code|error))?[ :=]{0,2}(408|429|5\d\d)\b/i,
  /\b(429 too many requests|50[0234] (internal server error|bad gateway|service unavailable|gateway time-?out))/i,
  /\bconnection (was )?(refused|reset|timed out)\b/i,
  /\b(request|operation|call|query) timed out\b/i,
]

const saysUnavailable = (message: string) => unavailableWords.some((words) => words.test(message.slice(0, mostRead)))
