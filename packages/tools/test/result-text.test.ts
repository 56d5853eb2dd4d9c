import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultText } from '../src/result-text.js'

fc.configureGlobal({ seed: 20260221 })

const textOf = (result: unknown) => resultText('touch', result)

const nested = (levels: number) => {
  let data: unknown = 'core'
  for (let level = 0; level < levels; level++) data = level % 2 === 0 ? [data] : { in: data }
  return data
}

describe('a result that is shown', () => {
  it.each<[string, unknown, string]>([
    ['a string as it is', 'say "hi"\n', 'say "hi"\n'],
    ['nothing as an empty text', undefined, ''],
    ['null', null, 'null'],
    ['a date by its toJSON', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['a class with toJSON', new URL('https://a.example/'), '"https://a.example/"'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['undefined fields left out', { a: undefined, b: 1, c: undefined }, '{"b":1}'],
    ['undefined items as null', [undefined, 1], '[null,1]'],
    ['a field called __proto__', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    ['a field called then', JSON.parse('{"then":"later"}'), '{"then":"later"}'],
  ])('%s', (_case, result, text) => {
    expect(textOf(result)).toBe(text)
  })

  it('writes plain data as JSON does, and it comes back the same', () => {
    const data = fc.jsonValue({ maxDepth: 6 }).filter((value) => typeof value !== 'string')
    fc.assert(
      fc.property(data, (value) => {
        expect(textOf(value)).toBe(JSON.stringify(value))
        expect(JSON.parse(textOf(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('writes an object that occurs twice, which is no cycle', () => {
    const shared = { a: 1 }
    expect(textOf({ first: shared, second: [shared, shared] })).toBe('{"first":{"a":1},"second":[{"a":1},{"a":1}]}')
  })
})

class Account {
  readonly owner = 'me'
}

const cyclic: { self?: unknown } = {}
cyclic.self = { inside: [cyclic] }

describe('a result that would be lost', () => {
  const cases: [string, () => unknown, string][] = [
    ['a Map', () => new Map([['a', 1]]), 'a Map'],
    ['a Set', () => new Set([1]), 'a Set'],
    ['an error', () => new RangeError('no'), 'an error (RangeError)'],
    ['a generator', () => (function* () {})(), 'an iterator'],
    ['an async generator', () => (async function* () {})(), 'an iterator'],
    ['an iterator', () => [1].values(), 'an iterator'],
    ['something iterable', () => ({ [Symbol.iterator]: () => [].values() }), 'an iterator'],
    ['a function', () => () => 1, 'a function'],
    ['a symbol', () => Symbol('s'), 'a symbol'],
    ['a bigint', () => 1n, 'a bigint'],
    ['an instance of a class', () => new Account(), 'an instance of Account'],
    ['a regular expression', () => /x/, 'an instance of RegExp'],
    ['bytes', () => new Uint8Array(2), 'bytes (Uint8Array)'],
    ['a Buffer, whose toJSON lists its bytes', () => Buffer.from('hi'), 'bytes (Buffer)'],
    ['a promise', () => Promise.resolve(1), 'a promise'],
    ['NaN', () => Number.NaN, 'NaN'],
    ['Infinity', () => Number.NEGATIVE_INFINITY, '-Infinity'],
    ['what toJSON makes of it', () => ({ toJSON: () => new Map() }), 'a Map'],
  ]

  it.each(cases)('is refused: %s', (_case, make, what) => {
    const refused = (found: string, field: string | undefined) =>
      expect.objectContaining({ code: 'invalid_result', field, message: expect.stringContaining(found) })
    expect(() => textOf(make())).toThrow(refused(`its result holds ${what}; return `, undefined))
    expect(() => textOf({ rows: [1, { it: make() }] })).toThrow(refused(`${what} at rows.1.it; return `, 'rows.1.it'))
  })

  it('is refused: a cycle', () => {
    expect(() => textOf(cyclic)).toThrow(
      expect.objectContaining({ code: 'invalid_result', message: expect.stringContaining('a cycle at self.inside.0') }),
    )
  })

  it('is refused wherever it hides in plain data', () => {
    const hiding = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(...cases.map(([, make]) => make)).map((make) => ({ data: make() })),
        fc.tuple(fc.array(fc.jsonValue(), { maxLength: 3 }), tie('tree')).map(([before, tree]) => [...before, tree]),
        fc.tuple(fc.string(), tie('tree')).map(([key, tree]) => Object.fromEntries([[key, tree]])),
      ),
    })).tree
    fc.assert(
      fc.property(hiding, (result) => {
        expect(() => textOf(result)).toThrow(expect.objectContaining({ code: 'invalid_result' }))
      }),
    )
  })

  it('leaves no rejected promise behind that would end the process', async () => {
    const lost: unknown[] = []
    const listen = (reason: unknown) => lost.push(reason)
    process.on('unhandledRejection', listen)
    const fail = async () => {
      throw new Error('lost')
    }
    expect(() => textOf([fail(), fail(), 1])).toThrow(expect.objectContaining({ code: 'invalid_result' }))
    expect(() => textOf({ a: fail() })).toThrow(expect.objectContaining({ code: 'invalid_result' }))
    expect(() => textOf({ a: new Map(), b: { c: [fail()] } })).toThrow(
      expect.objectContaining({ code: 'invalid_result' }),
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', listen)
    expect(lost).toEqual([])
  })
})

describe('the size of a result', () => {
  it('may be 1,000 levels', () => {
    expect(textOf(nested(1000))).toBe(JSON.stringify(nested(1000)))
  })

  it.each([1001, 200_000])('may not be %i levels, which overflow no stack', (levels) => {
    expect(() => textOf(nested(levels))).toThrow(
      expect.objectContaining({ code: 'invalid_result', message: expect.stringContaining('more than 1000 levels') }),
    )
  })

  it('may be large', () => {
    const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: `row ${id}` }))
    expect(textOf(rows)).toBe(JSON.stringify(rows))
  })

  it('is bounded, though few objects may stand for many', () => {
    let doubled: unknown = 'x'.repeat(2 ** 20)
    for (let level = 0; level < 40; level++) doubled = [doubled, doubled]
    expect(() => textOf(doubled)).toThrow(
      expect.objectContaining({ code: 'invalid_result', message: expect.stringContaining('characters of JSON') }),
    )
  })
})
