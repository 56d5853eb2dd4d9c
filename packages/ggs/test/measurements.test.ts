import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultHyperparameters,
  intentResultDistance,
  loss,
  lossGradient,
  type OutcomeObservation,
  processImplausibility,
  resolveHyperparameters,
  resourceCost,
} from '../src/index.js'
import { hyperparametersArbitrary, outcomesArbitrary, unit } from './arbitraries.js'
import { criterion, failing, outcome } from './builders.js'

const unexplained = outcome('crashed', { status: 'failed' })

describe('D, the intent-result distance', () => {
  const third = failing({ mode: 'plausible', failedAttempts: 1, attempts: 3 })
  it.each<[string, OutcomeObservation[], number]>([
    ['no outcomes', [], 1],
    ['a matched outcome without criteria', [outcome('a')], 0],
    ['a failed outcome without verdicts', [unexplained], 1],
    ['one matched, one failed, both without verdicts', [outcome('a'), unexplained], 0.5],
    [
      'one of four verifiable criteria',
      [outcome('a', { criteria: [failing(), criterion(), criterion(), criterion()] })],
      0.25,
    ],
    ['a verifiable criterion that failed once in three', [outcome('a', { criteria: [failing({ attempts: 3 })] })], 1],
    ['a plausible criterion that failed once in three', [outcome('a', { criteria: [third] })], 0.333333333333],
    [
      'a plausible third among two passing',
      [outcome('a', { criteria: [third, criterion(), criterion()] })],
      0.111111111111,
    ],
    [
      'an outcome that failed although its verdicts passed',
      [outcome('a', { status: 'failed', criteria: [criterion()] })],
      0.5,
    ],
  ])('%s', (_name, outcomes, expected) => {
    expect(intentResultDistance(outcomes)).toBe(expected)
  })

  it('does not miss a threshold by a rounding error', () => {
    const fifths = [1, 2].map((failedAttempts) => failing({ mode: 'plausible', failedAttempts, attempts: 5 }))
    expect((1 / 5 + 2 / 5) / 2).toBeGreaterThan(0.3)
    expect(intentResultDistance([outcome('a', { criteria: fifths })])).toBe(0.3)
  })

  it('is within [0, 1], and 0 exactly when nothing failed', () => {
    fc.assert(
      fc.property(outcomesArbitrary, (outcomes) => {
        const distance = intentResultDistance(outcomes)
        expect(distance).toBeGreaterThanOrEqual(0)
        expect(distance).toBeLessThanOrEqual(1)
        expect(distance === 0).toBe(outcomes.length > 0 && outcomes.every(({ status }) => status === 'matched'))
      }),
    )
  })

  it('never falls when one more criterion fails or fails more often', () => {
    const failures = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.boolean()), { minLength: 1, maxLength: 8 })
    const distanceOf = (counts: readonly (readonly [number, boolean])[]) =>
      intentResultDistance([
        outcome('a', {
          criteria: counts.map(([failedAttempts, verifiable]) => {
            const mode = verifiable ? 'verifiable' : 'plausible'
            return failedAttempts === 0
              ? criterion({ mode, attempts: 4 })
              : failing({ mode, failedAttempts, attempts: 4 })
          }),
        }),
      ])
    fc.assert(
      fc.property(failures, fc.nat(), (counts, pick) => {
        const worse = counts.map(([failed, verifiable], index) =>
          index === pick % counts.length
            ? ([Math.min(4, failed + 1), verifiable] as const)
            : ([failed, verifiable] as const),
        )
        expect(distanceOf(worse)).toBeGreaterThanOrEqual(distanceOf(counts))
      }),
    )
  })

  it('never falls when one more outcome fails', () => {
    fc.assert(
      fc.property(outcomesArbitrary, (outcomes) => {
        if (outcomes.length === 0) return
        expect(intentResultDistance([...outcomes, unexplained])).toBeGreaterThanOrEqual(intentResultDistance(outcomes))
      }),
    )
  })
})

describe('P, the process implausibility', () => {
  const logical = failing({ failureClass: 'logical' })
  const environmental = failing({ failureClass: 'environmental' })
  const unclassified = failing({ failureClass: null })
  it.each<[string, OutcomeObservation[], number]>([
    ['nothing failed', [outcome('a', { criteria: [criterion()] })], 0],
    [
      'a class on a passing criterion does not count',
      [outcome('a', { criteria: [criterion({ failureClass: 'logical' })] })],
      0,
    ],
    ['no outcomes', [], 0.5],
    ['a failure that nobody classified', [unexplained], 0.5],
    ['only environmental failures', [outcome('a', { criteria: [environmental] })], 0],
    ['only logical failures', [outcome('a', { criteria: [logical] })], 1],
    ['two logical, one environmental', [outcome('a', { criteria: [logical, logical, environmental] })], 0.666666666667],
    ['an unclassified failure is left out', [outcome('a', { criteria: [logical, unclassified] })], 1],
    ['the class of an outcome without verdicts', [outcome('a', { status: 'failed', failureClass: 'logical' })], 1],
    [
      'verdicts outrank the class of their outcome',
      [outcome('a', { criteria: [environmental], failureClass: 'logical' })],
      0,
    ],
  ])('%s', (_name, outcomes, expected) => {
    expect(processImplausibility(outcomes)).toBe(expected)
  })

  it('is within [0, 1]', () => {
    fc.assert(
      fc.property(outcomesArbitrary, (outcomes) => {
        expect(processImplausibility(outcomes)).toBeGreaterThanOrEqual(0)
        expect(processImplausibility(outcomes)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('Ω, the resource cost', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 0.2],
    [0, 60_000, 0.08],
    [2, 60_000, 0.48],
    [3, 150_000, 0.8],
    [3, 300_000, 1],
    [3, 900_000, 1],
  ])('%i replans and %i ms cost %f', (replans, elapsedMs, expected) => {
    expect(resourceCost({ replans, elapsedMs })).toBe(expected)
  })

  it('counts only time when no replan is allowed', () => {
    expect(resourceCost({ replans: 0, elapsedMs: 150_000 }, resolveHyperparameters({ maxReplans: 0 }))).toBe(0.2)
  })

  it('is within [0, 1] and never falls with time or replans', () => {
    const spent = fc.record({ replans: fc.nat(20), elapsedMs: fc.nat(2_000_000) })
    fc.assert(
      fc.property(spent, hyperparametersArbitrary, ({ replans, elapsedMs }, hyperparameters) => {
        const cost = resourceCost({ replans, elapsedMs }, hyperparameters)
        expect(cost).toBeGreaterThanOrEqual(0)
        expect(resourceCost({ replans: replans + 1, elapsedMs }, hyperparameters)).toBeGreaterThanOrEqual(cost)
        const later = resourceCost({ replans, elapsedMs: elapsedMs + 1_000 }, hyperparameters)
        expect(later).toBeGreaterThanOrEqual(cost)
        expect(later).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('L, the loss', () => {
  it.each([
    [0, 0, 0, 0, 0.3],
    [1, 1, 0, 0.9, 0.3],
    [1, 1, 1, 1, 0],
    [0.5, 1, 0.2, 0.62, 0.24],
    [0.4, 0.25, 0.48, 0.471, 0.156],
  ])('of D = %f, P = %f, Ω = %f is %f', (D, P, Omega, L, betaEffective) => {
    expect(loss({ D, P, Omega })).toEqual({ D, P, Omega, L, betaEffective })
  })

  it('gives P no weight once the budget is spent', () => {
    fc.assert(
      fc.property(unit, unit, hyperparametersArbitrary, (D, P, hyperparameters) => {
        const breakdown = loss({ D, P, Omega: 1 }, hyperparameters)
        expect(breakdown.betaEffective).toBe(0)
        expect(breakdown.L).toBe(loss({ D, P: 0, Omega: 1 }, hyperparameters).L)
      }),
    )
  })

  it('never falls when the distance or the implausibility grows', () => {
    fc.assert(
      fc.property(unit, unit, unit, unit, hyperparametersArbitrary, (D, P, Omega, more, hyperparameters) => {
        const { L } = loss({ D, P, Omega }, hyperparameters)
        expect(loss({ D: Math.max(D, more), P, Omega }, hyperparameters).L).toBeGreaterThanOrEqual(L)
        expect(loss({ D, P: Math.max(P, more), Omega }, hyperparameters).L).toBeGreaterThanOrEqual(L)
      }),
    )
  })
})

describe('∇L, the gradient', () => {
  it('is 0 when there is no round before', () => {
    expect(lossGradient(null, 0.9)).toBe(0)
  })

  it('is the difference of the losses, without rounding errors', () => {
    expect(lossGradient(0.64, 0.74)).toBe(defaultHyperparameters.epsilon)
    expect(0.74 - 0.64).not.toBe(defaultHyperparameters.epsilon)
  })

  it('is never −0, which JSON would not keep', () => {
    expect(lossGradient(0.5, 0.5 - 1e-14)).toBe(0)
  })
})
