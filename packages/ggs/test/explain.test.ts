import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decision, explain } from '../src/index.js'
import { decidedArbitrary } from './arbitraries.js'
import { call, criterion, failing, last, measured, observation, outcome, paper, tenths } from './builders.js'
import { measuredTable } from './measured-table.js'

const explained = (decision: Decision) => explain(decision, decision.profile === 'measured' ? measuredTable : undefined)

const accepted = observation([outcome('a', { criteria: [criterion()] })], { accepted: true })

describe('explain', () => {
  it('names the cell, what held with its margin, and what was nearest', () => {
    const explanation = explain(last([tenths(9), tenths(5, { elapsedMs: 15_000 })], paper()))
    expect(explanation).toMatchObject({
      row: { when: { gradient: ['falling', 'rising'] }, macroState: 'refine' },
      rule: 'table',
      inequalities: [
        { quantity: 'Ω', value: 0.22, relation: '<', threshold: 'θ', limit: 0.8, margin: 0.58 },
        { quantity: 'D', value: 0.5, relation: '>', threshold: 'δ', limit: 0.3, margin: 0.2 },
        { quantity: 'worsening rounds', value: 0, relation: '<', threshold: 'worseningLimit', limit: 2, margin: 2 },
        { quantity: 'replans', value: 1, relation: '<', threshold: 'maxReplans', limit: 3, margin: 2 },
        { quantity: 'P', value: 0, relation: '≤', threshold: 'ρ', limit: 0.5, margin: 0.5 },
        { quantity: '|∇|', value: 0.152, relation: '≥', threshold: 'ε', limit: 0.1, margin: 0.052 },
      ],
      nearest: {
        directive: 'change_path',
        distance: 0.052,
        changes: [{ quantity: '∇', from: -0.152, relation: '>', limit: -0.1 }],
      },
    })
    expect(explanation.text).toBe(
      [
        'refine, decided by the table; profile paper, row 6 (refine)',
        '  Ω = 0.22 < θ = 0.8 (margin 0.58)',
        '  D = 0.5 > δ = 0.3 (margin 0.2)',
        '  worsening rounds = 0 < worseningLimit = 2 (margin 2)',
        '  replans = 1 < maxReplans = 3 (margin 2)',
        '  P = 0 ≤ ρ = 0.5 (margin 0.5)',
        '  |∇| = 0.152 ≥ ε = 0.1 (margin 0.052)',
        'Nearest: change_path, with ∇ > -0.1 instead of -0.152.',
      ].join('\n'),
    )
  })

  it('tells each order, and compares the round before the decisive one', () => {
    const round = observation([
      outcome('a', { criteria: [failing({ failureClass: 'logical' })] }),
      outcome('b', { criteria: [failing()], calls: [call('glob', 'x', true)] }),
      outcome('c', { criteria: [criterion()] }),
    ])
    expect(explained(last([round], measured())).text).toBe(
      [
        'break_symmetry, decided by the table; profile measured, row 5 (break_symmetry)',
        '  Ω = 0 < θ = 0.8 (margin 0.8)',
        '  worsening rounds = 0 < worseningLimit = 2 (margin 2)',
        '  replans = 0 < maxReplans = 3 (margin 3)',
        '  failed calls = 0 (margin 0)',
        '  D = 1 > µ = 0.5 (margin 0.5)',
        '  P = 1 > ρ = 0.5 (margin 0.5)',
        '  for a: break_symmetry',
        '  for b: change_path',
        'Nearest: change_path, with P ≤ 0.5 instead of 1.',
      ].join('\n'),
    )
  })

  it.each<[string, Decision, object]>([
    ['acceptance', last([accepted]), { rule: 'acceptance', nearest: null }],
    [
      'the budget',
      last([tenths(5, { elapsedMs: 600_000 })], paper()),
      { rule: 'table', row: { macroState: 'abandon' }, nearest: { directive: 'change_path' } },
    ],
    [
      'the budget, where the best round is delivered',
      last([tenths(2), tenths(5, { elapsedMs: 600_000 })], measured()),
      {
        rule: 'table',
        row: { macroState: 'success' },
        inequalities: [
          { quantity: 'Ω', relation: '≥', threshold: 'θ' },
          { quantity: 'D', value: 0.2, relation: '≤', threshold: 'δ' },
        ],
        nearest: { directive: 'refine', changes: [{ quantity: 'Ω', relation: '<' }] },
      },
    ],
    ['success', last([tenths(2)], paper()), { rule: 'table', nearest: { directive: 'change_path' } }],
    [
      'Law 2',
      last([tenths(4), tenths(7), tenths(10)], paper()),
      {
        rule: 'law_2',
        row: { macroState: 'refine' },
        nearest: { directive: 'refine', changes: [{ quantity: '∇', relation: '≤', limit: 0.1 }] },
      },
    ],
    [
      'Law 2 at the end',
      last([tenths(4), tenths(7), tenths(10)], measured()),
      {
        rule: 'law_2',
        row: { macroState: 'abandon' },
        inequalities: [
          { quantity: 'Ω', relation: '<' },
          { quantity: '∇', value: 0.18, relation: '>', threshold: 'ε' },
          { quantity: 'worsening rounds', value: 2, relation: '≥' },
          { quantity: 'D', value: 0.4, relation: '>', threshold: 'δ' },
        ],
        nearest: { directive: 'change_path', changes: [{ quantity: '∇', relation: '≤', limit: 0.1 }] },
      },
    ],
    [
      'the replan limit',
      last([tenths(5)], paper({ maxReplans: 0 })),
      { rule: 'replan_limit', row: { macroState: 'change_path' }, nearest: { directive: 'success' } },
    ],
    ['no way out', last([tenths(5)], measured({ maxReplans: 0, delta: 0 })), { rule: 'replan_limit', nearest: null }],
  ])('explains %s', (_name, decision, expected) => {
    expect(explained(decision)).toMatchObject(expected)
  })

  it('names only what the rows ask for', () => {
    const quantities = (decision: Decision) => explained(decision).inequalities.map(({ quantity }) => quantity)
    // The paper abandons for Ω alone, whatever D is.
    expect(quantities(last([tenths(5, { elapsedMs: 600_000 })], paper()))).toEqual(['Ω'])
    expect(quantities(last([tenths(2)], paper()))).toEqual(['Ω', 'D'])
    const action = ['Ω', 'worsening rounds', 'replans', 'failed calls']
    expect(quantities(last([tenths(5, { calls: [call('glob', 'x', true)] })], measured()))).toEqual(action)
    expect(quantities(last([tenths(9), tenths(9)], measured()))).toEqual([...action, 'D', 'P', '∇'])
  })

  it('compares with δ what µ does not reach', () => {
    const gains = measured({ mu: 0.2 })
    const near = last([tenths(3, { failureClass: 'logical' })], gains)
    const far = last([tenths(4, { failureClass: 'logical' })], gains)
    expect(explained(near).inequalities).toContainEqual(expect.objectContaining({ quantity: 'D', threshold: 'δ' }))
    expect(near.rationale).toBe(
      'In a first round no call failed and D = 0.3 is within δ = 0.3: tighten the parameters.',
    )
    expect(explained(far).inequalities).toContainEqual(expect.objectContaining({ relation: '>', threshold: 'δ' }))
  })

  it('shows equality as a margin of 0', () => {
    const { inequalities } = explain(last([tenths(5), tenths(5, { elapsedMs: 37_500 })], paper()))
    const equal = { quantity: '|∇|', value: 0.1, relation: '≥', threshold: 'ε', limit: 0.1, margin: 0 }
    expect(inequalities).toContainEqual(equal)
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
      fc.property(decidedArbitrary, ({ decisions, profile }) => {
        for (const { value, relation, limit } of decisions.flatMap((each) => explain(each, profile).inequalities)) {
          expect(holds[relation](value, limit)).toBe(true)
        }
      }),
      { numRuns: 120 },
    )
  })

  it('proves every decision of every profile, also one read back from JSON', () => {
    fc.assert(
      fc.property(decidedArbitrary, ({ decisions, profile }) => {
        for (const decision of decisions) {
          const explanation = explain(decision, profile)
          expect(explain(JSON.parse(JSON.stringify(decision)), profile)).toEqual(explanation)
          if (explanation.rule === 'table') expect(explanation.row?.macroState).toBe(decision.directive)
          const isBuiltIn = profile.name === 'causes' || profile.name === 'paper'
          if (isBuiltIn) expect(explain(decision)).toEqual(explanation)
        }
      }),
      { numRuns: 120 },
    )
  })
})
