import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultHyperparameters, initialState, type Observation, resolveHyperparameters, step } from '../src/index.js'
import { hyperparametersArbitrary, profileArbitrary, taskArbitrary } from './arbitraries.js'
import { call, criterion, failing, last, measured, observation, outcome, paper, tenths } from './builders.js'

const accepted = observation([outcome('a', { criteria: [criterion()] })], { accepted: true })

describe('a single round', () => {
  it('carries the whole arithmetic', () => {
    const mixed = observation(
      [
        outcome('search', {
          criteria: [
            failing({
              criterion: 'names a file',
              mode: 'plausible',
              failedAttempts: 2,
              attempts: 3,
              failureClass: 'logical',
            }),
            failing({ criterion: 'the file exists' }),
            criterion(),
          ],
          calls: [call('glob', 'src/*.md', true), call('shell', null)],
        }),
        outcome('count'),
      ],
      { elapsedMs: 30_000 },
    )
    expect(step(initialState, mixed, paper())).toEqual([
      {
        replans: 1,
        previousLevel: 0.41,
        worseningCount: 0,
        blockedTargets: [{ tool: 'glob', target: 'src/*.md' }],
        orders: [],
        best: { round: 1, D: 0.416666666667 },
        previousDirective: 'change_path',
        rounds: 1,
      },
      {
        profile: 'paper',
        directive: 'change_path',
        terminal: false,
        reason: null,
        loss: { D: 0.416666666667, P: 0.5, Omega: 0.04, L: 0.41, betaEffective: 0.288 },
        gradient: 0,
        urgency: 'normal',
        blockedTools: [],
        blockedTargets: [{ tool: 'glob', target: 'src/*.md' }],
        orders: [],
        failedCalls: 1,
        deliver: null,
        failureClass: 'mixed',
        failedCriterion: 'the file exists',
        rationale: 'In a first round P = 0.5 is within ρ = 0.5: a sound approach, try another target.',
        replans: 0,
        round: 1,
        previousLevel: null,
        best: null,
        worseningBefore: 0,
        hyperparameters: defaultHyperparameters,
      },
    ])
  })

  it('carries what a table adds that looks at each outcome: orders, each with its own measurements', () => {
    const round = observation([
      outcome('search', { criteria: [failing()], calls: [call('glob', 'src', true), call('glob', 'docs')] }),
      outcome('count', { criteria: [failing({ failureClass: 'logical' }), criterion()], calls: [call('shell', null)] }),
    ])
    const orders = [
      {
        outcome: 'search',
        D: 1,
        P: 0,
        gradient: null,
        failedCalls: 1,
        directive: 'change_path',
        blockedTools: [],
        gap: 0.6,
      },
      {
        outcome: 'count',
        D: 0.5,
        P: 1,
        gradient: null,
        failedCalls: 0,
        directive: 'refine',
        blockedTools: [],
        gap: 0.6,
      },
    ]
    const [state, decision] = step(initialState, round, measured())
    expect(state).toMatchObject({ previousLevel: 0.55, orders, best: { round: 1, D: 0.666666666667 } })
    expect(decision).toMatchObject({
      profile: 'measured',
      directive: 'change_path',
      loss: { D: 0.666666666667, P: 0.5, Omega: 0, L: 0.55 },
      blockedTools: [],
      blockedTargets: [{ tool: 'glob', target: 'src' }],
      orders,
      failedCalls: 1,
      deliver: null,
      rationale: 'In a first round 1 call failed: a sound approach, try another target.',
    })
  })

  it.each<[string, Observation, string, string | null]>([
    ['everything passed', accepted, 'accept', 'accepted'],
    ['everything passed too late', { ...accepted, elapsedMs: 900_000 }, 'accept', 'accepted'],
    ['three tenths failed', tenths(3), 'success', 'converged'],
    ['three tenths failed too late', tenths(3, { elapsedMs: 600_000 }), 'abandon', 'budget'],
    ['four tenths failed environmentally', tenths(4), 'change_path', null],
    ['four tenths failed logically', tenths(4, { failureClass: 'logical' }), 'break_symmetry', null],
    ['nothing was done', observation([]), 'change_path', null],
  ])('when %s', (_name, round, directive, reason) => {
    const [, decision] = step(initialState, round, paper())
    expect(decision).toMatchObject({ directive, reason, terminal: reason !== null })
  })
})

describe('the diagnosis', () => {
  it.each([
    [['logical', 'logical'], 'logical'],
    [['environmental', null], 'environmental'],
    [['logical', 'environmental', 'logical'], 'mixed'],
    [[null], null],
  ] as const)('calls %j %s', (classes, expected) => {
    const criteria = classes.map((failureClass) => failing({ failureClass }))
    expect(last([observation([outcome('a', { criteria })])]).failureClass).toBe(expected)
  })

  it('names the heaviest failing criterion, the first of equals', () => {
    const plausible = failing({ criterion: 'light', mode: 'plausible', attempts: 3 })
    const criteria = [plausible, failing({ criterion: 'first' }), failing({ criterion: 'second' })]
    expect(last([observation([outcome('a', { criteria })])]).failedCriterion).toBe('first')
    expect(last([observation([outcome('a', { status: 'failed' })])]).failedCriterion).toBeNull()
  })
})

describe('the reducer', () => {
  it('gives states and decisions that survive JSON', () => {
    fc.assert(
      fc.property(taskArbitrary, hyperparametersArbitrary, profileArbitrary, (task, hyperparameters, profile) => {
        let live = initialState
        for (const round of task) {
          const stored = JSON.parse(JSON.stringify(live))
          const [next, decision] = step(live, round, { hyperparameters, profile })
          const again = step(stored, JSON.parse(JSON.stringify(round)), { hyperparameters, profile })
          expect(again).toEqual([next, decision])
          expect(JSON.parse(JSON.stringify(again))).toEqual([next, decision])
          if (decision.terminal) return
          live = next
        }
      }),
    )
  })

  it('leaves its arguments alone', () => {
    const round = tenths(5)
    const before = JSON.stringify([initialState, round])
    step(initialState, round)
    expect(JSON.stringify([initialState, round])).toBe(before)
  })

  it('takes the gap for what it is, also where L and λΩ differ by less than a rounding', () => {
    const gains = { lambda: 1.2998653571640135, replanWeight: 0, timeWeight: 1, timeBudgetMs: 1e12 }
    const late = { ...accepted, elapsedMs: 901_673_174_146 }
    expect(step(initialState, late, { hyperparameters: gains })[0].previousLevel).toBe(0)
  })

  it('counts no replan after a terminal decision', () => {
    expect(step(initialState, tenths(5))[0].replans).toBe(1)
    expect(step(initialState, tenths(3), paper())[0].replans).toBe(0)
  })

  it('takes the gains it is given', () => {
    const hyperparameters = resolveHyperparameters({ delta: 0.5 })
    expect(step(initialState, tenths(5), { hyperparameters, profile: 'paper' })[1].directive).toBe('success')
    expect(step(initialState, tenths(9), { hyperparameters: { maxReplans: 0, delta: 0.9 } })[1].directive).toBe(
      'success',
    )
  })
})
