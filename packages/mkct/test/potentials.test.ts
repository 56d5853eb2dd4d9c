import { actionFor, decay, decayRates, directSum, macroStates, quantization } from '@artoo/mkct'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextChange } from '../src/action-forecast.js'
import { type Bucket, liveSums } from '../src/aggregate.js'
import { signChanges, valueAt } from '../src/exponential-roots.js'
import { quantizedRate } from '../src/quantization.js'

fc.configureGlobal({ seed: 20260221 })

const day = 86_400_000

test('the quantization matrix is that of the paper', () => {
  expect(macroStates.map((state) => [state, ...Object.values(quantization[state])])).toEqual([
    ['abandon', 0.95, -1, 0.05],
    ['accept', 0.9, 1, 0.05],
    ['change_approach', 0.85, -1, 0.05],
    ['success', 0.8, 1, 0.05],
    ['break_symmetry', 0.75, 1, 0.05],
    ['change_path', 0.3, 0, 0.2],
    ['refine', 0.1, 0.5, 0.5],
  ])
})

test.each([
  [0.05, 13.862943611198906],
  [0.2, 3.4657359027997265],
  [0.5, 1.3862943611198906],
])('a decay rate of %d per day halves in %d days', (rate, days) => {
  expect(decay(rate, days * day)).toBeCloseTo(0.5, 12)
})

test.each([
  [0.499999, -5, 'ignore'],
  [0.5, 0.2, 'caution'],
  [0.5, -0.2, 'caution'],
  [0.5, 0.2000001, 'exploit'],
  [0.5, -0.2000001, 'avoid'],
  [9, 0, 'caution'],
  [0, 0, 'ignore'],
] as const)('attention %d and decision %d mean %s', (attention, decision, action) => {
  expect(actionFor(attention, decision)).toBe(action)
})

test.each([
  [Number.NaN, 0, 'attention'],
  [1, Number.NaN, 'decision'],
])('NaN is a typed error (%d, %d)', (attention, decision, field) => {
  expect(() => actionFor(attention, decision)).toThrow(expect.objectContaining({ code: 'invalid_potential', field }))
})

test('the direct sum keeps attention and decision apart', () => {
  const anchor = 0
  const both = [
    { ...quantization.abandon, anchor },
    { ...quantization.accept, anchor },
  ]
  expect(directSum(both, 0)).toEqual({ attention: 1.85, decision: expect.closeTo(-0.05, 12), action: 'caution' })
})

test('a decay rate goes to the nearest of a few, by ratio', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.0001, max: 50, noNaN: true }), (rate) => {
      const quantized = quantizedRate(rate)
      const distance = (candidate: number) => Math.abs(Math.log(candidate / rate))
      expect(Math.min(...decayRates.map(distance))).toBe(distance(quantized))
    }),
  )
  for (const rate of decayRates) expect(quantizedRate(rate)).toBe(rate)
})

const terms = fc.array(
  fc.record({ coefficient: fc.double({ min: -5, max: 5, noNaN: true }), rate: fc.constantFrom(0, ...decayRates) }),
  { minLength: 1, maxLength: 5 },
)

test('every sign change of an exponential sum on a fine grid is found', () => {
  fc.assert(
    fc.property(terms, (sum) => {
      const end = 60
      const found = signChanges(sum, end)
      const grid = Array.from({ length: 601 }, (_, index) => (index / 600) * end)
      for (const [index, from] of grid.slice(0, -1).entries()) {
        const to = grid[index + 1] ?? end
        const [before, after] = [valueAt(sum, from), valueAt(sum, to)]
        if (before * after < 0 && Math.min(Math.abs(before), Math.abs(after)) > 1e-9) {
          expect(found.some((root) => root >= from - 1e-6 && root <= to + 1e-6)).toBe(true)
        }
      }
      for (const root of found) expect(Math.abs(valueAt(sum, root))).toBeLessThan(1e-3)
    }),
  )
})

const buckets = fc.uniqueArray(
  fc.record({
    k: fc.constantFrom(0.05, 0.2, 0.5, 2),
    count: fc.constant(1),
    anchor: fc.constant(0),
    attention: fc.double({ min: 0.1, max: 4, noNaN: true }),
    lean: fc.double({ min: -1, max: 1, noNaN: true }),
  }),
  { selector: ({ k }) => k, minLength: 1, maxLength: 4 },
)

test('the next change by decay comes when the forecast says, and none before', () => {
  fc.assert(
    fc.property(buckets, (drawn) => {
      const pair: Bucket[] = drawn.map(({ lean, ...bucket }) => ({
        ...bucket,
        peak: bucket.attention,
        decision: lean * bucket.attention,
      }))
      const actionAt = (time: number) => {
        const { attention, decision } = liveSums(pair, time)
        return actionFor(attention, decision)
      }
      const now = actionAt(0)
      const change = nextChange(pair, 0)
      if (!change) {
        expect(now).toBe('ignore')
        return
      }
      for (let share = 0; share < 1; share += 0.01) expect(actionAt(change.at * share - 1000)).toBe(now)
      expect(actionAt(change.at + 1000)).toBe(change.action)
    }),
  )
})
