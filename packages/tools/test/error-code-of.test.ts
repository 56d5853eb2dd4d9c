import { ArtooError } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { worked } from '../../../test/worked.js'
import { errorCodeOf } from '../src/error-code-of.js'

const withFields = (fields: object, message = 'no') => Object.assign(new Error(message), fields)
const causedBy = (cause: unknown, message = 'no') => new Error(message, { cause })

describe('what may go well later is tool_unavailable', () => {
  test.each<[string, unknown]>([
    ['a refused connection', withFields({ code: 'ECONNREFUSED' })],
    ['a broken one', withFields({ code: 'ECONNRESET' })],
    ['a name server that does not answer', withFields({ code: 'EAI_AGAIN' })],
    ['a time limit of undici', withFields({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['a time limit of the tool itself', new DOMException('too late', 'TimeoutError')],
    ['fetch in Node', new TypeError('fetch failed')],
    ['fetch in Safari', new TypeError('Load failed')],
    ['several addresses that refuse', Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })],
    ['a cause four levels down', causedBy(causedBy(causedBy(causedBy(withFields({ code: 'EPIPE' })))))],
    ['a status', withFields({ status: 503 })],
    ['a status by another name', withFields({ statusCode: 429 })],
    ['a status as code', withFields({ code: 500 })],
    ['no error at all', { status: 502 }],
    ['words alone: HTTP 503', new Error('HTTP 503')],
    ['words alone: a status', new Error('the server answered with status code 429')],
    ['words alone: status=599', new Error('GET /rates: status=599')],
    ['words alone: axios', new Error('Request failed with status code 500')],
    ['words alone: the reason phrase', new Error('503 Service Unavailable')],
    ['words alone: the reason phrase after a version', new Error('HTTP/1.1 502 Bad Gateway')],
    ['words alone: a refused connection', new Error('connect ECONNREFUSED 127.0.0.1:5432')],
    ['words alone: of a person', new Error('Connection was refused by the printer')],
    ['words alone: a time limit', new Error('The query timed out after 5 s')],
    ['a text', 'connect ETIMEDOUT'],
  ])('%s', (_, error) => {
    expect(errorCodeOf(error)).toBe('tool_unavailable')
  })
})

describe('what stays as it is is tool_failed', () => {
  test.each<[string, unknown]>([
    ['words', new Error('the oven is off')],
    ['lines of a log', new Error('exit 500 lines')],
    ['a port', new Error('port 5033 is taken')],
    ['a longer number', new Error('status 50312')],
    ['a number beside', new Error('503 rows do not fit into 429 places')],
    ['a client’s mistake', withFields({ status: 404 })],
    ['a client’s mistake in words', new Error('HTTP 404')],
    ['a permission', withFields({ code: 'EACCES' })],
    ['an exit code', withFields({ code: 2 })],
    ['a status that is no error', withFields({ status: 200 })],
    ['a status as text', withFields({ status: '503' })],
    ['a name with such letters', new Error('the file ECONNREFUSEDx.txt is empty')],
    ['words far behind', new Error(`${'x '.repeat(300)}HTTP 503`)],
    ['a cause five levels down', causedBy(causedBy(causedBy(causedBy(causedBy(withFields({ status: 503 }))))))],
    ['nothing', undefined],
    ['null', null],
    ['a number', 503],
    ['a symbol', Symbol('no')],
    ['an empty error', new Error('')],
  ])('%s', (_, error) => {
    expect(errorCodeOf(error)).toBe('tool_failed')
  })

  test('a status that the error carries says more than numbers in its words', () => {
    const error = withFields({ status: 404 }, 'the page “HTTP 503 and what to do about it” does not exist')
    expect(errorCodeOf(error)).toBe('tool_failed')
  })
})

test('a file that is not there is path_not_found, as a cause too', () => {
  expect(errorCodeOf(withFields({ code: 'ENOENT' }))).toBe('path_not_found')
  expect(errorCodeOf(causedBy(withFields({ code: 'ENOENT' })))).toBe('path_not_found')
})

test('a code of ours is kept, whatever else the error says', () => {
  expect(errorCodeOf(new ArtooError('permission_denied', 'HTTP 503'))).toBe('permission_denied')
})

describe('an error that means harm is read without harm', () => {
  const notThis = () => {
    throw new Error('not this')
  }
  const thrower = new Proxy(
    {},
    {
      get() {
        throw new Error('get')
      },
      has() {
        throw new Error('has')
      },
      getPrototypeOf() {
        throw new Error('getPrototypeOf')
      },
    },
  )
  const getters = Object.create(Error.prototype, {
    ...Object.fromEntries(
      ['name', 'message', 'code', 'status', 'cause', 'stack'].map((name) => [
        name,
        {
          get() {
            throw new Error(name)
          },
        },
      ]),
    ),
  })
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  const cyclic = new Error('round')
  cyclic.cause = cyclic
  const endless = (): object => ({
    get cause() {
      return endless()
    },
  })

  test.each<[string, () => unknown]>([
    ['a proxy whose traps throw', () => thrower],
    ['a revoked proxy', () => revoked.proxy],
    ['getters that throw', () => getters],
    ['a cause that is itself', () => cyclic],
    ['causes without end', () => endless()],
    ['a cause that throws', () => causedBy(thrower)],
    ['a message that is no text', () => withFields({ message: { toString: () => 'HTTP 503' }, code: {} })],
    ['a message that throws as text', () => ({ toString: () => notThis() })],
    ['an object without a prototype', () => Object.create(null)],
    ['a code that looks like a name of Object', () => withFields({ code: 'constructor' })],
  ])('%s', (_, errorOf) => {
    expect(errorCodeOf(errorOf())).toMatch(/^tool_(failed|unavailable)$/)
  })

  test.each(['x', 'HTTP ', 'connection ', 'request operation ', 'status = : ', '5'])(
    'a message of a megabyte of %j takes no time',
    (part) => {
      const error = new Error(part.repeat(1_048_576 / part.length))
      const begun = worked()
      for (let times = 0; times < 100; times++) expect(errorCodeOf(error)).toBe('tool_failed')
      expect(worked() - begun).toBeLessThan(500)
    },
  )

  test('whatever is thrown has a code, and no other than these', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }), (thrown) => {
        expect(['tool_failed', 'tool_unavailable', 'path_not_found']).toContain(errorCodeOf(thrown))
      }),
      { seed: 20260221, numRuns: 500 },
    )
  })
})
