import { kinds } from './kinds.js'
import type { Random } from './random.js'
import { hostileText, plainText } from './texts.js'

const nested = (depth: number, open: string, close: string) =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)

const boom = () => {
  throw new Error('a getter broke')
}

/** What JSON can hold. */
const plainValues = kinds<(random: Random) => unknown>('plain value', [
  () => ({}),
  () => null,
  () => [],
  () => 0,
  () => -1,
  () => 1e308,
  () => true,
  hostileText,
  () => JSON.parse('{"__proto__": {"polluted": true}}'),
  () => JSON.parse('{"constructor": {"prototype": {"polluted": true}}}'),
  () => JSON.parse('{"toJSON": 1, "then": 2, "length": -1, "hasOwnProperty": null}'),
  (random) => ({ [hostileText(random)]: hostileText(random) }),
  (random) => nested(random.pick([150, 199, 200, 201, 2_000]), '[', ']'),
  (random) => nested(random.pick([150, 201, 2_000]), '{"a":', '}'),
  (random) => random.list(random.pick([10, 1_000]), plainText),
  (random) => Object.fromEntries(random.list(random.pick([10, 1_000]), (_, index) => [`key ${index}`, index])),
  (random) => ({ text: 'x'.repeat(random.pick([5_000, 200_000])) }),
])

/** What it can't, as only a model or a tool in the same process can give it. */
const foreignValues = kinds<(random: Random) => unknown>('foreign value', [
  () => undefined,
  () => Number.NaN,
  () => 10n,
  () => Symbol('odd'),
  () => () => 1,
  () => new Map([[1, 2]]),
  () => new Set([1]),
  () => new Date(Number.NaN),
  () => new Error('returned, not thrown'),
  () => new Uint8Array(8),
  () => [1, 2].values(),
  () =>
    (function* () {
      yield 1
    })(),
  () => Promise.resolve('late'),
  () => Object.fromEntries([['then', boom]]),
  () => ({ toJSON: boom }),
  () => ({ toJSON: () => ({ toJSON: boom }) }),
  () => Object.defineProperty({}, 'field', { enumerable: true, get: boom }),
  () => new Proxy({}, { get: boom, ownKeys: boom, getPrototypeOf: boom }),
  () => Object.create(null),
  () =>
    new (class Odd {
      field = 1
    })(),
  () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    return cycle
  },
  () => Array.from({ length: 3 }),
  () => Object.freeze([Object.freeze({})]),
])

export function plainValue(random: Random): unknown {
  return random.of(plainValues)
}

/** What is given where nobody looks for a promise in it. */
export function anyValue(random: Random): unknown {
  return random.chance(0.5) ? random.of(plainValues) : random.of(foreignValues)
}

/** What a function of the host's gives back, one that was made asynchronous by mistake included. */
export function returned(random: Random): unknown {
  return random.chance(0.1) ? Promise.reject(new Error(`rejected by mistake in ${random.name}`)) : anyValue(random)
}

/** What a tool gives back, which may be a whole tree of mistakes. */
export function toolResult(random: Random): unknown {
  return random.chance(0.05)
    ? { inside: [Promise.reject(new Error(`rejected inside, in ${random.name}`))] }
    : returned(random)
}

/** What may be thrown. */
export const thrown = kinds<(random: Random) => unknown>('thrown', [
  () => new Error('it broke'),
  () => new Error(''),
  (random) => new Error(hostileText(random)),
  () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }),
  () => 'a string',
  () => null,
  () => undefined,
  () => 42,
  () => Symbol('thrown'),
  () => ({ code: 'provider_unavailable', message: 'no error of ours' }),
  () => Object.defineProperty(new Error('odd'), 'message', { get: boom }),
  () => Object.defineProperty({}, Symbol.toPrimitive, { value: boom }),
  () => new Proxy(new Error('odd'), { get: boom, has: boom, getPrototypeOf: boom }),
  () => Object.assign(new Error('abort'), { name: 'AbortError' }),
  (random) =>
    Object.assign(new Error('status'), { statusCode: random.pick([400, 401, 408, 429, 500, 529, Number.NaN]) }),
  (random) =>
    Object.assign(new Error('rate'), { status: 429, responseHeaders: { 'retry-after': hostileText(random) } }),
])

export function throwing(random: Random): never {
  throw random.of(thrown)
}
