import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decision, decide, explain, GgsError, replay } from '../src/index.js'
import { hyperparametersArbitrary, observationArbitrary, unit } from './arbitraries.js'
import { criterion, observation, outcome, tenths } from './builders.js'

const accepted = observation([outcome('a', { criteria: [criterion()] })], { accepted: true })

function lastOf(observations: Parameters<typeof replay>[0], overrides = {}): Decision {
  const decision = replay(observations, overrides).at(-1)
  if (decision === undefined) throw new Error('no observation')
  return decision
}

const decisionsArbitrary = fc
  .tuple(fc.array(observationArbitrary, { minLength: 1, maxLength: 6 }), hyperparametersArbitrary)
  .map(([observations, hyperparameters]) => replay(observations, hyperparameters))

describe('explain', () => {
  it('names the cell, what held with its margin, and what was nearest', () => {
    const explanation = explain(lastOf([tenths(9), tenths(5, { elapsedMs: 15_000 })]))
    expect(explanation).toMatchObject({
      cell: { cell: 5, macroState: 'refine' },
      rule: 'cell',
      inequalities: [
        { quantity: 'Ω', value: 0.22, relation: '<', threshold: 'θ', limit: 0.8, margin: 0.58 },
        { quantity: 'D', value: 0.5, relation: '>', threshold: 'δ', limit: 0.3, margin: 0.2 },
        { quantity: 'worsening rounds', value: 0, relation: '<', threshold: 'worseningLimit', limit: 2, margin: 2 },
        { quantity: 'replans', value: 1, relation: '<', threshold: 'maxReplans', limit: 3, margin: 2 },
        { quantity: '|∇L|', value: 0.152, relation: '≥', threshold: 'ε', limit: 0.1, margin: 0.052 },
        { quantity: 'P', value: 0, relation: '≤', threshold: 'ρ', limit: 0.5, margin: 0.5 },
      ],
      nearest: {
        directive: 'change_path',
        distance: 0.052,
        changes: [{ quantity: '∇L', from: -0.152, relation: '>', limit: -0.1 }],
      },
    })
    expect(explanation.text).toBe(
      [
        'refine, decided by the table; cell 5 (refine)',
        '  Ω = 0.22 < θ = 0.8 (margin 0.58)',
        '  D = 0.5 > δ = 0.3 (margin 0.2)',
        '  worsening rounds = 0 < worseningLimit = 2 (margin 2)',
        '  replans = 1 < maxReplans = 3 (margin 2)',
        '  |∇L| = 0.152 ≥ ε = 0.1 (margin 0.052)',
        '  P = 0 ≤ ρ = 0.5 (margin 0.5)',
        'Nearest: change_path, with ∇L > -0.1 instead of -0.152.',
      ].join('\n'),
    )
  })

  it.each<[string, Decision, object]>([
    ['acceptance', lastOf([accepted]), { rule: 'acceptance', nearest: null }],
    [
      'the budget',
      lastOf([tenths(5, { elapsedMs: 600_000 })]),
      { rule: 'cell', nearest: { directive: 'change_path' } },
    ],
    ['success', lastOf([tenths(2)]), { rule: 'cell', nearest: { directive: 'change_path' } }],
    [
      'Law 2',
      lastOf([tenths(4), tenths(7), tenths(10)]),
      {
        rule: 'law_2',
        cell: { macroState: 'refine' },
        nearest: { directive: 'refine', changes: [{ quantity: '∇L', relation: '≤', limit: 0.1 }] },
      },
    ],
    [
      'the replan limit',
      lastOf([tenths(5)], { maxReplans: 0 }),
      { rule: 'replan_limit', cell: { macroState: 'change_path' }, nearest: { directive: 'success' } },
    ],
    ['no way out', lastOf([tenths(5)], { maxReplans: 0, delta: 0 }), { rule: 'replan_limit', nearest: null }],
  ])('explains %s', (_name, decision, expected) => {
    expect(explain(decision)).toMatchObject(expected)
  })

  it('does not move the gradient of the first round', () => {
    expect(explain(lastOf([tenths(7)])).nearest).toEqual({
      directive: 'success',
      changes: [{ quantity: 'D', from: 0.7, relation: '≤', limit: 0.3 }],
      distance: 0.4,
    })
    expect(explain(lastOf([tenths(7), tenths(7)])).nearest?.changes).toMatchObject([{ quantity: '∇L' }])
  })

  it('shows equality as a margin of 0', () => {
    const { inequalities } = explain(lastOf([tenths(5), tenths(5, { elapsedMs: 37_500 })]))
    expect(inequalities).toContainEqual({
      quantity: '|∇L|',
      value: 0.1,
      relation: '≥',
      threshold: 'ε',
      limit: 0.1,
      margin: 0,
    })
  })

  it('lists only comparisons that hold', () => {
    const holds = {
      '<': (value: number, limit: number) => value < limit,
      '≤': (value: number, limit: number) => value <= limit,
      '=': (value: number, limit: number) => value === limit,
      '≥': (value: number, limit: number) => value >= limit,
      '>': (value: number, limit: number) => value > limit,
    }
    fc.assert(
      fc.property(decisionsArbitrary, (decisions) => {
        for (const { value, relation, limit } of decisions.flatMap((decision) => explain(decision).inequalities)) {
          expect(holds[relation](value, limit)).toBe(true)
        }
      }),
    )
  })

  it('finds no farther alternative than any other point of another macro-state', () => {
    const point = fc.record({ D: unit, P: unit, Omega: unit, gradient: fc.double({ min: -1, max: 1, noNaN: true }) })
    fc.assert(
      fc.property(decisionsArbitrary, point, (decisions, other) => {
        const decision = decisions.find(({ terminal }) => !terminal)
        if (decision === undefined) return
        const gradient = decision.previousLoss === null ? 0 : other.gradient
        if (decide({ ...other, gradient }, decision.hyperparameters) === decision.directive) return
        const { D, P, Omega } = decision.loss
        const away =
          Math.abs(other.D - D) +
          Math.abs(other.P - P) +
          Math.abs(other.Omega - Omega) +
          Math.abs(gradient - decision.gradient)
        expect(explain(decision).nearest?.distance).toBeLessThanOrEqual(away + 1e-9)
      }),
      { numRuns: 500 },
    )
  })

  it('explains a decision read back from JSON the same way', () => {
    fc.assert(
      fc.property(decisionsArbitrary, (decisions) => {
        for (const decision of decisions) {
          expect(explain(JSON.parse(JSON.stringify(decision)))).toEqual(explain(decision))
        }
      }),
    )
  })

  it.each<[string, (decision: Decision) => object]>([
    ['directive', () => ({ directive: 'success' })],
    ['reason', () => ({ reason: 'budget' })],
    ['loss.L', ({ loss }) => ({ loss: { ...loss, L: loss.L + 0.1 } })],
    ['loss.betaEffective', ({ loss }) => ({ loss: { ...loss, betaEffective: 0 } })],
    ['gradient', () => ({ gradient: 0.3 })],
    ['directive', ({ loss }) => ({ loss: { ...loss, D: 0.2, L: 0.12 } })],
  ])('refuses a decision whose %s was edited (%#)', (field, edit) => {
    const decision = lastOf([tenths(5)])
    expect(() => explain({ ...decision, ...edit(decision) })).toThrow(GgsError)
    expect(() => explain({ ...decision, ...edit(decision) })).toThrow(`${field} is`)
  })
})
