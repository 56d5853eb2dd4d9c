import { isPlainData } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

describe('plain data', () => {
  it('is whatever JSON holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isPlainData(value)).toBe(true)
      }),
      { seed: 7 },
    )
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a field that is undefined', { a: undefined }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['200 levels', nested(200)],
  ])('may be %s', (_, value) => {
    expect(isPlainData(value)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('a')]],
    ['a bigint', 1n],
    ['a number that is none', Number.NaN],
    ['a date', new Date(0)],
    ['a map', { a: { b: new Map() } }],
    ['an instance', new (class Point {})()],
    ['201 levels', nested(201)],
    ['50,000 levels', nested(50_000)],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('a')
        },
      },
    ],
  ])('is not %s', (_, value) => {
    expect(isPlainData(value)).toBe(false)
  })

  it('is not a cycle', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(isPlainData(cycle)).toBe(false)
  })
})
