import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Piece, pooled } from '../../src/evidence/pooled.js'

const sum = (...all: readonly Piece[]) => pooled(all, { repeated: 0.65, otherFamily: 0.8 })
const of = (family: string, ...all: readonly number[]) => all.map((one) => ({ family, weight: one }))
const weight = fc.double({ min: 0, max: 10, noNaN: true })
const piece = fc.record({ family: fc.constantFrom('a', 'b', 'c'), weight })
const pieces = fc.array(piece, { maxLength: 12 })
const rounding = 1e-9

it.each([
  ['nothing', [], 0],
  ['a third', of('a', 1, 1, 1), 1 + 0.65 + 0.65 ** 2],
  ['families by what they are worth together', [...of('a', 2), ...of('b', 1.5, 1.5)], 1.5 * 1.65 + 0.8 * 2],
])('adds up %s', (_, all, expected) => {
  expect(sum(...all)).toBeCloseTo(expected, 12)
})

it('grows with every piece and the weight of each, and is the same in any order', () => {
  fc.assert(
    fc.property(pieces, piece, weight, fc.nat(), (all, one, more, place) => {
      const found = sum(...all)
      expect(sum(...all.toReversed())).toBe(found)
      expect(sum(...all, one)).toBeGreaterThanOrEqual(found - rounding)
      const grown = all.map((each, at) => (at === place % all.length ? { ...each, weight: each.weight + more } : each))
      expect(sum(...grown)).toBeGreaterThanOrEqual(found - rounding)
      expect(found).toBeLessThanOrEqual(all.reduce((total, each) => total + each.weight, 0) + rounding)
    }),
  )
})

it('of one family is worth a multiple of its strongest piece at most, and less than the same of several', () => {
  const weights = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(weights, fc.integer({ min: 2, max: 5 }), (all, families) => {
      const found = sum(...of('a', ...all))
      expect(found).toBeLessThanOrEqual(Math.max(...all) / (1 - 0.65) + rounding)
      expect(sum(...all.map((each, at) => ({ family: `${at % families}`, weight: each })))).toBeGreaterThan(found)
    }),
  )
})
