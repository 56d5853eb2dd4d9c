import { APICallError } from '@ai-sdk/provider'
import { ArtooError, ProviderError } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { providerErrorOf } from '../src/provider/provider-error-of.js'

const request = { url: 'https://api.acme.test/v1', requestBodyValues: {} }
const apiCallError = (statusCode?: number, responseHeaders: Record<string, string> = {}) =>
  new APICallError({ message: 'no', ...request, ...(statusCode !== undefined && { statusCode }), responseHeaders })

const fields = (of: object, message = 'no') => Object.assign(new Error(message), of)
const fetchFailed = (code: string) => new TypeError('fetch failed', { cause: fields({ code }) })

function cyclic(): Error {
  const inner = new Error('inner')
  const outer = new Error('outer', { cause: inner })
  inner.cause = outer
  return outer
}

const refuse = (_: object, name: string | symbol): never => {
  throw new Error(`${String(name)} is none of your business`)
}
/** An error that throws whatever is asked of it. */
const hostile = new Proxy(new Error('hidden'), { get: refuse, has: refuse })

const halfHostile = Object.defineProperty(fields({ statusCode: 503 }, 'busy'), 'headers', {
  get() {
    throw new Error('too late')
  },
})

describe('providerErrorOf', () => {
  it.each([
    ['429', apiCallError(429), 'provider_rate_limited', 429],
    ['408', apiCallError(408), 'provider_unavailable', 408],
    ['500', apiCallError(500), 'provider_unavailable', 500],
    ['529, which is overload', apiCallError(529), 'provider_unavailable', 529],
    ['401', apiCallError(401), 'provider_unauthorized', 401],
    ['403', apiCallError(403), 'provider_unauthorized', 403],
    ['400', apiCallError(400), 'provider_rejected', 400],
    ['404', apiCallError(404), 'provider_rejected', 404],
    ["another client's 503", fields({ status: 503, headers: new Headers() }), 'provider_unavailable', 503],
    ['a status of a cause', new Error('wrapped', { cause: apiCallError(429) }), 'provider_rate_limited', 429],
    ['a status as a code, as gateways send it', { code: 502, message: 'upstream' }, 'provider_unavailable', 502],
    ['a name beside it', { status: 'UNAVAILABLE', code: 503, message: 'busy' }, 'provider_unavailable', 503],
    ["200, which is no error's", fields({ status: 200 }), 'provider_failed', undefined],
    ['a status that is none', fields({ status: 'bad', statusCode: Number.NaN }), 'provider_failed', undefined],
  ])('reads HTTP %s', (_, error, code, status) => {
    expect(providerErrorOf(error)).toMatchObject({ name: 'ProviderError', code, status })
  })

  it.each([
    ['a refused connection', fetchFailed('ECONNREFUSED')],
    ['a connection that was reset', fields({ code: 'ECONNRESET' })],
    ['a name that is not found', fetchFailed('ENOTFOUND')],
    ['a body that is cut off', new TypeError('terminated')],
    ['a socket that is closed', new TypeError('terminated', { cause: fields({ code: 'UND_ERR_SOCKET' }) })],
    ['headers that never come', fetchFailed('UND_ERR_HEADERS_TIMEOUT')],
    ['Chromium without a network', new TypeError('Failed to fetch')],
    ['Firefox without a network', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari without a network', new TypeError('Load failed')],
    ['the AI SDK that could not connect', new APICallError({ message: 'x', ...request, isRetryable: true })],
    ['overload in the middle of a stream', { type: 'overloaded_error', message: 'Overloaded' }],
    ['a server that fails in the middle of a stream', { type: 'server_error', code: null, message: 'sorry' }],
  ])('takes %s for weather', (_, error) => {
    expect(providerErrorOf(error)).toMatchObject({ code: 'provider_unavailable', status: undefined })
  })

  it.each([
    ['a bug', new TypeError('x is not a function'), 'provider_failed', 'x is not a function'],
    ['an error without a message', new RangeError(), 'provider_failed', 'RangeError'],
    ['a string', 'boom', 'provider_failed', 'boom'],
    ['null', null, 'provider_failed', 'null'],
    ['undefined', undefined, 'provider_failed', 'undefined'],
    ['a number', 429, 'provider_failed', '429'],
    ['a report that is no error', { message: 'out of cheese' }, 'provider_failed', 'out of cheese'],
    [
      'a limit in the middle of a stream',
      { type: 'rate_limit_error', message: 'slow' },
      'provider_rate_limited',
      'slow',
    ],
    ['causes in a circle', cyclic(), 'provider_failed', 'outer'],
    ['getters that throw', hostile, 'provider_failed', 'something without a message was thrown'],
    ['one getter that throws', halfHostile, 'provider_unavailable', 'busy (HTTP 503)'],
    ['an object without a prototype', Object.create(null), 'provider_failed', 'something without a message was thrown'],
  ])('makes the best of %s', (_, error, code, message) => {
    expect(providerErrorOf(error)).toMatchObject({ name: 'ProviderError', code, message })
  })

  it.each([
    ['an error', new Error('x')],
    ['an API error', apiCallError(500)],
    ['a string', 'boom'],
    ['null', null],
  ])('keeps %s as the cause', (_, error) => {
    expect(providerErrorOf(error).cause).toBe(error)
  })

  it.each([new ArtooError('aborted', 'enough'), new ProviderError('provider_rejected', 'no')])(
    'passes an error of ours on as it is: $code',
    (error) => {
      expect(providerErrorOf(error)).toBe(error)
    },
  )
})

describe('the time that a provider asks for', () => {
  const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
  const later = 'Wed, 21 Oct 2026 07:28:30 GMT'

  it.each([
    ['seconds', { 'retry-after': '20' }, 20_000],
    ['a fraction of a second', { 'retry-after': '0.5' }, 500],
    ['milliseconds, which are more exact', { 'retry-after': '2', 'retry-after-ms': '1500' }, 1_500],
    ['seconds beside milliseconds that are none', { 'retry-after': '2', 'retry-after-ms': 'soon' }, 2_000],
    ["a date by the server's own clock", { 'retry-after': later, date }, 30_000],
    ['a date that is past', { 'retry-after': date, date: later }, 0],
    ["a date without the server's clock", { 'retry-after': later }, undefined],
    ['negative seconds', { 'retry-after': '-5' }, 0],
    ['garbage', { 'retry-after': 'in a while' }, undefined],
    ['nothing', { 'retry-after': '' }, undefined],
    ['for ever', { 'retry-after': 'Infinity' }, undefined],
    ['no headers', undefined, undefined],
  ])('is read from %s', (_, headers, retryAfterMs) => {
    const shapes = [
      fields({ statusCode: 429, responseHeaders: headers }),
      fields({ status: 429, headers }),
      fields({ status: 429, headers: new Headers(headers) }),
      fields({ status: 429, headers: anotherHeaders(headers) }),
      new Error('wrapped', { cause: fields({ status: 429, headers }) }),
    ]
    for (const shape of shapes) expect(providerErrorOf(shape)).toMatchObject({ retryAfterMs })
  })

  it('is read from a field', () => {
    expect(providerErrorOf(fields({ status: 429, retryAfterMs: 700 }))).toMatchObject({ retryAfterMs: 700 })
  })

  it('is left out when the headers throw', () => {
    const headers = {
      get() {
        throw new Error('closed')
      },
    }
    expect(providerErrorOf(fields({ status: 429, headers }))).toMatchObject({ status: 429, retryAfterMs: undefined })
  })
})

/** As the `Headers` of another implementation, which is no instance of ours. */
function anotherHeaders(headers: Readonly<Record<string, string | undefined>> = {}) {
  return { get: (name: string) => headers[name] ?? null }
}
