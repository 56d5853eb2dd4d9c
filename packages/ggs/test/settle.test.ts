import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decision, type Hyperparameters, type Observation, profiles, replay } from '../src/index.js'
import {
  hyperparametersArbitrary,
  livelyGainsArbitrary,
  observationArbitrary,
  tableArbitrary,
  tenthsTaskArbitrary,
} from './arbitraries.js'
import { criterion, failing, last, measured, observation, outcome, paper, tenths } from './builders.js'

describe('settling at the end', () => {
  it.each<[string, readonly [readonly Observation[]], object]>([
    [
      'the budget',
      [[tenths(2), tenths(5, { elapsedMs: 500_000 })]],
      { directive: 'success', reason: 'converged', deliver: 1, replans: 1 },
    ],
    [
      'Law 2',
      [[tenths(3), tenths(6), tenths(9)]],
      { directive: 'success', reason: 'converged', deliver: 1, worseningBefore: 1 },
    ],
    [
      'the replan limit',
      [[tenths(6), tenths(2), tenths(6), tenths(4)]],
      { directive: 'success', reason: 'converged', deliver: 2, replans: 3 },
    ],
  ])('delivers the best round when %s ends the task', (_name, task, expected) => {
    expect(last(...task, measured())).toMatchObject(expected)
  })

  it('goes on with what is near while a replan is left', () => {
    const decisions = replay([tenths(1), tenths(1), tenths(1), tenths(1)], measured())
    expect(decisions.map(({ directive, deliver }) => [directive, deliver])).toEqual([
      ['refine', null],
      ['refine', null],
      ['refine', null],
      ['success', 4],
    ])
  })

  it('abandons when no round was near', () => {
    const task = [tenths(5), tenths(4), tenths(5), tenths(4)]
    expect(last(task, measured())).toMatchObject({ directive: 'abandon', reason: 'replans_exhausted', deliver: null })
    expect(last([tenths(4), tenths(7), tenths(10)], measured())).toMatchObject({
      directive: 'abandon',
      reason: 'diverging',
    })
    expect(last([tenths(4, { elapsedMs: 600_000 })], measured())).toMatchObject({
      directive: 'abandon',
      reason: 'budget',
    })
  })

  it('delivers what was accepted, not a round before it', () => {
    const accepted = observation([outcome('a', { criteria: [criterion()] })], { accepted: true })
    expect(last([tenths(1), accepted], measured())).toMatchObject({ directive: 'accept', deliver: 2 })
  })

  it('succeeds exactly when the task would end and the best round is within δ, and delivers that round', () => {
    const deliveries = new Set<string | null>()
    fc.assert(
      fc.property(tenthsTaskArbitrary, livelyGainsArbitrary, (observations, hyperparameters) => {
        const decisions = replay(observations, measured(hyperparameters))
        decisions.forEach(({ directive, reason, deliver, round, terminal }, index) => {
          const soFar = decisions.slice(0, index + 1)
          const end = endOf(soFar, hyperparameters)
          expect(terminal).toBe(end !== null)
          if (end === null) return
          const delivered = bestOf(soFar, hyperparameters)
          expect([directive, reason]).toEqual(delivered === null ? ['abandon', end] : ['success', 'converged'])
          expect(deliver).toBe(delivered)
          deliveries.add(`${end}, ${deliver === null ? 'none' : deliver === round ? 'this' : 'before'}`)
        })
      }),
      { numRuns: 1_000 },
    )
    for (const end of ['budget', 'diverging', 'replans_exhausted']) {
      for (const which of ['before', 'none']) expect(deliveries).toContain(`${end}, ${which}`)
    }
    expect(deliveries).toContain('budget, this')
    expect(deliveries).toContain('replans_exhausted, this')
  })
})

/** The nearest round if it is within δ, the last of equals. */
function bestOf(decisions: readonly Decision[], { delta }: Hyperparameters): number | null {
  const distances = decisions.map(({ loss }) => loss.D)
  const nearest = Math.min(...distances)
  return nearest <= delta ? distances.lastIndexOf(nearest) + 1 : null
}

/** Why the task would end after its last decision, whatever was reached. */
function endOf(decisions: readonly Decision[], gains: Hyperparameters): string | null {
  const recent = decisions.slice(-gains.worseningLimit)
  const worsening = recent.filter(({ gradient }) => gradient > gains.epsilon).length
  const { loss, replans } = decisions.at(-1) ?? { loss: { Omega: 0 }, replans: 0 }
  if (loss.Omega >= gains.theta) return 'budget'
  if (worsening === gains.worseningLimit) return 'diverging'
  return replans >= gains.maxReplans ? 'replans_exhausted' : null
}

describe('settling at once', () => {
  it('delivers the first round within δ, and no round before the present one', () => {
    expect(last([tenths(3)], paper())).toMatchObject({ directive: 'success', deliver: 1 })
    expect(last([tenths(5), tenths(3)], paper())).toMatchObject({ directive: 'success', deliver: 2 })
    expect(last([tenths(3, { elapsedMs: 600_000 })], paper())).toMatchObject({ directive: 'abandon', deliver: null })
  })

  it('asks how near the round is, not how near the outcome that failed is', () => {
    const profile = { ...profiles.paper, scope: 'outcome' as const }
    const passed = ['b', 'c', 'd', 'e'].map((id) => outcome(id, { criteria: [criterion()] }))
    const round = observation([outcome('a', { criteria: [failing()] }), ...passed])
    expect(last([round], { profile })).toMatchObject({ directive: 'success', loss: { D: 0.2 }, orders: [{ D: 1 }] })
  })

  it('goes on exactly beyond δ while there is budget, whatever single outcomes are like', () => {
    fc.assert(
      fc.property(observationArbitrary, hyperparametersArbitrary, tableArbitrary, (round, gains, profile) => {
        if (profile.settle !== 'at_once') return
        const { directive, loss, deliver } = last([round], { hyperparameters: gains, profile })
        if (loss.D === 0 || loss.Omega >= gains.theta) return
        expect(directive === 'success').toBe(loss.D <= gains.delta)
        expect(deliver).toBe(loss.D <= gains.delta ? 1 : null)
      }),
      { numRuns: 500 },
    )
  })
})
