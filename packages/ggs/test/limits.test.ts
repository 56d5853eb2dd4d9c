import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTerminal, replay } from '../src/index.js'
import {
  hyperparametersArbitrary,
  livelyGainsArbitrary,
  observationArbitrary,
  profileArbitrary,
  tableArbitrary,
  tenthsTaskArbitrary,
} from './arbitraries.js'
import { last, measured, paper, tenths } from './builders.js'

const failureClassArbitrary = fc.constantFrom('logical' as const, 'environmental' as const)

describe('the limits of the paper', () => {
  it('abandons on the second worsening round in a row (Law 2)', () => {
    const decisions = replay([tenths(4), tenths(7), tenths(10)], paper())
    expect(decisions.map(({ directive }) => directive)).toEqual(['change_path', 'refine', 'abandon'])
    expect(decisions[2]).toMatchObject({ reason: 'diverging', worseningBefore: 1 })
  })

  it('forgives a worsening round after one that does not worsen', () => {
    const decisions = replay([tenths(4), tenths(7), tenths(7), tenths(10)], paper({ maxReplans: 9 }))
    expect(decisions.map(({ worseningBefore }) => worseningBefore)).toEqual([0, 0, 1, 0])
    expect(decisions.at(-1)?.terminal).toBe(false)
  })

  it('delivers a success that Law 2 would have stopped', () => {
    const rounds = [tenths(4), tenths(8), tenths(3, { elapsedMs: 230_000, failureClass: 'logical' })]
    const gains = { epsilon: 0.001, beta: 1, alpha: 0.1 }
    expect(last(rounds, paper(gains))).toMatchObject({ directive: 'success', worseningBefore: 1 })
    expect(last(rounds, paper(gains)).gradient).toBeGreaterThan(0.001)
    expect(last(rounds, paper({ ...gains, delta: 0.2 }))).toMatchObject({ directive: 'abandon', reason: 'diverging' })
  })

  it('prefers the budget to Law 2 as the reason', () => {
    const rounds = [tenths(4), tenths(7), tenths(10, { elapsedMs: 300_000 })]
    expect(last(rounds, paper())).toMatchObject({ directive: 'abandon', reason: 'budget', worseningBefore: 1 })
  })

  it('replans as often as it may and abandons the next failing round', () => {
    const decisions = replay(
      Array.from({ length: 9 }, () => tenths(5)),
      paper(),
    )
    expect(decisions.map(({ replans }) => replans)).toEqual([0, 1, 2, 3])
    expect(decisions.at(-1)).toMatchObject({ directive: 'abandon', reason: 'replans_exhausted' })
    expect(last([tenths(5)], paper({ maxReplans: 0 }))).toMatchObject({ reason: 'replans_exhausted', replans: 0 })
  })

  it('still succeeds in the round after the last replan', () => {
    expect(last([tenths(5), tenths(5), tenths(5), tenths(3)], paper())).toMatchObject({
      directive: 'success',
      replans: 3,
    })
  })
})

describe('Law 2 of the gap', () => {
  it('is not fired by cost alone: two slow rounds that stand still go on', () => {
    const slow = [60_000, 140_000, 220_000].map((elapsedMs) => tenths(5, { elapsedMs, failureClass: 'logical' }))
    // β_eff falls as the budget goes, so that what stands still even seems to fall a little.
    expect(replay(slow, measured()).map(({ gradient, terminal }) => [gradient, terminal])).toEqual([
      [0, false],
      [-0.092, false],
      [-0.092, false],
    ])
    expect(last(slow, paper({ beta: 0 }))).toMatchObject({ directive: 'abandon', reason: 'diverging' })
    expect(last(slow, measured({ beta: 0 }))).toMatchObject({ gradient: 0, terminal: false })
  })

  it('is never fired by rounds in which neither D nor P rises', () => {
    fc.assert(
      fc.property(
        tenthsTaskArbitrary,
        hyperparametersArbitrary,
        failureClassArbitrary,
        (task, hyperparameters, failureClass) => {
          const times = task.map(({ elapsedMs }) => elapsedMs).sort((a, b) => a - b)
          const steady = times.map((elapsedMs, index) => tenths(Math.max(1, 9 - index), { elapsedMs, failureClass }))
          for (const { reason } of replay(steady, measured(hyperparameters))) expect(reason).not.toBe('diverging')
        },
      ),
    )
  })

  it('is fired by what worsens twice', () => {
    expect(last([tenths(4), tenths(7), tenths(10)], measured())).toMatchObject({
      directive: 'abandon',
      reason: 'diverging',
    })
  })
})

describe('Law 2 of any table', () => {
  it('fires exactly when the last rounds all worsened and nothing earlier in the order applies', () => {
    const fired = new Set<string>()
    fc.assert(
      fc.property(tenthsTaskArbitrary, livelyGainsArbitrary, tableArbitrary, (task, hyperparameters, profile) => {
        const { theta, delta, epsilon, worseningLimit } = hyperparameters
        const decisions = replay(task, { hyperparameters, profile })
        decisions.forEach(({ reason, loss }, index) => {
          const soFar = decisions.slice(0, index + 1)
          const worsened = soFar.slice(-worseningLimit).filter(({ gradient }) => gradient > epsilon).length
          const candidates = profile.settle === 'at_once' ? [loss.D] : soFar.map((each) => each.loss.D)
          const isOpen = loss.Omega < theta && Math.min(...candidates) > delta
          expect(reason === 'diverging').toBe(isOpen && worsened === worseningLimit)
          if (reason === 'diverging') fired.add(profile.settle)
        })
      }),
      { numRuns: 200 },
    )
    expect(fired.size).toBe(2)
  })
})

describe('every task', () => {
  it('ends within maxReplans + 1 rounds, with one reason, at its last decision', () => {
    const task = fc.array(observationArbitrary, { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(task, hyperparametersArbitrary, profileArbitrary, (observations, hyperparameters, profile) => {
        const decisions = replay(observations, { hyperparameters, profile })
        expect(decisions.length).toBeLessThanOrEqual(hyperparameters.maxReplans + 1)
        decisions.forEach(({ terminal, directive, reason }, index) => {
          expect(terminal).toBe(index === decisions.length - 1)
          expect(isTerminal(directive)).toBe(terminal)
          expect(reason !== null).toBe(terminal)
        })
      }),
      { numRuns: 200 },
    )
  })
})
