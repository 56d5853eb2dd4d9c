import {
  ArtooError,
  causesOf,
  errorMessage,
  type ForeignFields as Fields,
  httpStatusOf,
  isNetworkFailure,
  ProviderError,
  type ProviderErrorCode,
  unlessItThrows,
} from '@artoo/spec'

/**
 * Turns an error of a model into a `ProviderError` with the original as `cause`. Reads the shapes that HTTP clients
 * use: a status, headers, a network error's code, also of a cause. An `ArtooError` is returned as it is.
 */
export function providerErrorOf(error: unknown): ArtooError {
  if (ArtooError.isInstance(error)) return error
  const chain = causesOf(error)
  const status = first(chain, httpStatusOf)
  const code = status === undefined ? (first(chain, codeOfName) ?? codeOfTransport(chain)) : codeOfStatus(status)
  const retryAfterMs = first(chain, retryAfterOf)
  const reported = status === undefined ? '' : ` (HTTP ${status})`
  return new ProviderError(code, `${messageOf(error, chain)}${reported}`, { status, retryAfterMs, cause: error })
}

function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 429) return 'provider_rate_limited'
  if (status === 408 || status >= 500) return 'provider_unavailable'
  if (status === 401 || status === 403) return 'provider_unauthorized'
  return 'provider_rejected'
}

/** The code of an error that a provider reports in the middle of a stream, where there is no status. */
function codeOfName({ type, code }: Fields): ProviderErrorCode | undefined {
  const says = (pattern: RegExp) => [type, code].some((name) => typeof name === 'string' && pattern.test(name))
  if (says(/^rate_limit/)) return 'provider_rate_limited'
  if (says(/^(overloaded|api|server|internal_server|timeout)_error$/)) return 'provider_unavailable'
  return undefined
}

function codeOfTransport(chain: readonly Fields[]): ProviderErrorCode {
  const isNetwork = chain.some((fields) => fields.isRetryable === true || isNetworkFailure(fields))
  return isNetwork ? 'provider_unavailable' : 'provider_failed'
}

/** The message of an error, also of one that is no `Error`. */
function messageOf(error: unknown, [outermost]: readonly Fields[]): string {
  const message = outermost?.message
  return typeof message === 'string' && message !== '' ? message : errorMessage(error)
}

function first<T>(chain: readonly Fields[], read: (fields: Fields) => T | undefined): T | undefined {
  for (const fields of chain) {
    const found = read(fields)
    if (found !== undefined) return found
  }
  return undefined
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
function retryAfterOf({ retryAfterMs, responseHeaders, headers }: Fields): number | undefined {
  if (typeof retryAfterMs === 'number') return asDelay(retryAfterMs)
  const all = responseHeaders ?? headers
  const ms = asDelay(Number(headerOf(all, 'retry-after-ms')))
  if (ms !== undefined) return ms
  const value = headerOf(all, 'retry-after')
  if (value === undefined) return undefined
  const seconds = Number(value)
  // A date is meant by the server's clock, so its own is read beside it.
  const now = Date.parse(headerOf(all, 'date') ?? '')
  return asDelay(Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1_000)
}

function asDelay(ms: number): number | undefined {
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  // `Headers` has several implementations.
  const value = unlessItThrows(() => {
    const { get } = headers as Fields
    if (typeof get === 'function') return get.call(headers, name)
    return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  })
  return typeof value === 'string' && value !== '' ? value : undefined
}
