import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Decision,
  defaultHyperparameters,
  initialState,
  type Observation,
  replay,
  resolveHyperparameters,
  step,
} from '../src/index.js'
import { hyperparametersArbitrary, observationArbitrary } from './arbitraries.js'
import { call, criterion, failing, observation, outcome, tenths } from './builders.js'

function last(observations: readonly Observation[], overrides = {}): Decision {
  const decision = replay(observations, overrides).at(-1)
  if (decision === undefined) throw new Error('no observation')
  return decision
}

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
    expect(step(initialState, mixed)).toEqual([
      {
        replans: 1,
        previousLoss: 0.41,
        worseningCount: 0,
        blockedTargets: [{ tool: 'glob', target: 'src/*.md' }],
        previousDirective: 'change_path',
        rounds: 1,
      },
      {
        directive: 'change_path',
        terminal: false,
        reason: null,
        loss: { D: 0.416666666667, P: 0.5, Omega: 0.04, L: 0.41, betaEffective: 0.288 },
        gradient: 0,
        urgency: 'normal',
        blockedTools: [],
        blockedTargets: [{ tool: 'glob', target: 'src/*.md' }],
        failureClass: 'mixed',
        failedCriterion: 'the file exists',
        rationale: 'A first round has no gradient and P = 0.5 is within ρ = 0.5: a sound approach, try another target.',
        refuted: false,
        replans: 0,
        round: 1,
        previousLoss: null,
        worseningBefore: 0,
        hyperparameters: defaultHyperparameters,
      },
    ])
  })

  it.each<[string, Observation, string, string | null]>([
    ['everything passed', accepted, 'accept', 'accepted'],
    ['everything passed too late', { ...accepted, elapsedMs: 900_000 }, 'accept', 'accepted'],
    ['three tenths failed', tenths(3), 'success', 'converged'],
    ['three tenths failed too late', tenths(3, { elapsedMs: 600_000 }), 'abandon', 'budget'],
    ['three tenths failed, and refute the result', tenths(3, { refuted: true }), 'change_path', null],
    ['four tenths failed environmentally', tenths(4), 'change_path', null],
    ['four tenths failed logically', tenths(4, { failureClass: 'logical' }), 'break_symmetry', null],
    ['nothing was done', observation([]), 'change_path', null],
  ])('when %s', (_name, round, directive, reason) => {
    const [, decision] = step(initialState, round)
    expect(decision).toMatchObject({ directive, reason, terminal: reason !== null })
  })
})

describe('a refuted result', () => {
  it('is delivered as close enough only when no replan is left', () => {
    const near = tenths(3, { refuted: true })
    const directives = replay([near, near], { maxReplans: 1 }).map(({ directive }) => directive)
    expect(directives).toEqual(['change_path', 'success'])
  })
})

describe('a second round', () => {
  it.each<[string, Observation, Observation, string, string]>([
    ['improves environmentally', tenths(9), tenths(5), 'refine', 'low'],
    [
      'improves logically',
      tenths(9, { failureClass: 'logical' }),
      tenths(5, { failureClass: 'logical' }),
      'change_approach',
      'low',
    ],
    ['worsens environmentally', tenths(4), tenths(9), 'refine', 'high'],
    [
      'worsens logically',
      tenths(4, { failureClass: 'logical' }),
      tenths(9, { failureClass: 'logical' }),
      'change_approach',
      'high',
    ],
    ['stands still environmentally', tenths(5), tenths(5), 'change_path', 'normal'],
    [
      'stands still logically',
      tenths(5, { failureClass: 'logical' }),
      tenths(5, { failureClass: 'logical' }),
      'break_symmetry',
      'normal',
    ],
  ])('that %s', (_name, first, second, directive, urgency) => {
    expect(last([first, second])).toMatchObject({ directive, urgency })
  })

  it('takes |∇L| = ε as a signal, and as no worsening for Law 2', () => {
    // One replan costs 0.08 and 37.5 s cost 0.02: exactly ε, although D and P have not moved.
    const [state, decision] = step(step(initialState, tenths(5))[0], tenths(5, { elapsedMs: 37_500 }))
    expect(decision).toMatchObject({ gradient: 0.1, directive: 'refine', urgency: 'high' })
    expect(state.worseningCount).toBe(0)
  })
})

describe('the limits', () => {
  it('abandons on the second worsening round in a row (Law 2)', () => {
    const decisions = replay([tenths(4), tenths(7), tenths(10)])
    expect(decisions.map(({ directive }) => directive)).toEqual(['change_path', 'refine', 'abandon'])
    expect(decisions[2]).toMatchObject({ reason: 'diverging', worseningBefore: 1 })
  })

  it('forgives a worsening round after one that does not worsen', () => {
    const decisions = replay([tenths(4), tenths(7), tenths(7), tenths(10)], { maxReplans: 9 })
    expect(decisions.map(({ worseningBefore }) => worseningBefore)).toEqual([0, 0, 1, 0])
    expect(decisions.at(-1)?.terminal).toBe(false)
  })

  it('delivers a success that Law 2 would have stopped', () => {
    const rounds = [tenths(4), tenths(8), tenths(3, { elapsedMs: 230_000, failureClass: 'logical' })]
    const gains = { epsilon: 0.001, beta: 1, alpha: 0.1 }
    expect(last(rounds, gains)).toMatchObject({ directive: 'success', worseningBefore: 1 })
    expect(last(rounds, gains).gradient).toBeGreaterThan(0.001)
    expect(last(rounds, { ...gains, delta: 0.2 })).toMatchObject({ directive: 'abandon', reason: 'diverging' })
  })

  it('prefers the budget to Law 2 as the reason', () => {
    const rounds = [tenths(4), tenths(7), tenths(10, { elapsedMs: 300_000 })]
    expect(last(rounds)).toMatchObject({ directive: 'abandon', reason: 'budget', worseningBefore: 1 })
  })

  it('replans as often as it may and abandons the next failing round', () => {
    const decisions = replay(Array.from({ length: 9 }, () => tenths(5)))
    expect(decisions.map(({ replans }) => replans)).toEqual([0, 1, 2, 3])
    expect(decisions.at(-1)).toMatchObject({ directive: 'abandon', reason: 'replans_exhausted' })
    expect(last([tenths(5)], { maxReplans: 0 })).toMatchObject({ reason: 'replans_exhausted', replans: 0 })
  })

  it('still succeeds in the round after the last replan', () => {
    expect(last([tenths(5), tenths(5), tenths(5), tenths(3)])).toMatchObject({ directive: 'success', replans: 3 })
  })

  it('fires Law 2 exactly when the last rounds all worsened and nothing earlier in the order applies', () => {
    const task = fc.array(observationArbitrary, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(task, hyperparametersArbitrary, (observations, hyperparameters) => {
        const decisions = replay(observations, hyperparameters)
        decisions.forEach((decision, index) => {
          const recent = decisions.slice(Math.max(0, index + 1 - hyperparameters.worseningLimit), index + 1)
          const worsened = recent.filter(({ gradient }) => gradient > hyperparameters.epsilon).length
          const open =
            decision.directive !== 'accept' &&
            decision.loss.Omega < hyperparameters.theta &&
            decision.loss.D > hyperparameters.delta
          expect(decision.reason === 'diverging').toBe(open && worsened === hyperparameters.worseningLimit)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('ends every task within maxReplans + 1 rounds', () => {
    const task = fc.array(observationArbitrary, { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(task, hyperparametersArbitrary, (observations, hyperparameters) => {
        const decisions = replay(observations, hyperparameters)
        expect(decisions.length).toBeLessThanOrEqual(hyperparameters.maxReplans + 1)
        expect(decisions.at(-1)?.terminal).toBe(true)
        expect(decisions.slice(0, -1).every(({ terminal }) => !terminal)).toBe(true)
      }),
    )
  })
})

describe('what is blocked', () => {
  const logical = [failing({ failureClass: 'logical' })]
  const environmental = [failing({ failureClass: 'environmental' })]

  it('blocks the tools of logically failing outcomes only', () => {
    const round = observation([
      outcome('a', {
        criteria: [...logical, ...logical],
        calls: [call('shell', 'a'), call('glob', 'b'), call('shell', 'c')],
      }),
      outcome('b', { criteria: environmental, calls: [call('read_file', 'd', true)] }),
      outcome('c', { criteria: [criterion()], calls: [call('write_file', 'e')] }),
    ])
    expect(last([round, round])).toMatchObject({ directive: 'break_symmetry', blockedTools: ['shell', 'glob'] })
  })

  it('blocks the tools of every failing outcome when none is classified as logical', () => {
    const round = observation([
      outcome('a', { status: 'failed', calls: [call('shell', null)] }),
      outcome('b', { calls: [call('glob', null)] }),
    ])
    expect(last([round, round], { rho: 0.4 })).toMatchObject({ directive: 'break_symmetry', blockedTools: ['shell'] })
  })

  it('blocks tools when the approach must change although there is a signal', () => {
    const wrong = (share: number) =>
      observation([
        outcome('a', {
          criteria: [failing({ mode: 'plausible', failureClass: 'logical', failedAttempts: share, attempts: 5 })],
          calls: [call('shell', null)],
        }),
      ])
    expect(last([wrong(5), wrong(2)])).toMatchObject({ directive: 'change_approach', blockedTools: ['shell'] })
  })

  it('does not carry blocked tools into the next round', () => {
    const bad = (tool: string) => observation([outcome('a', { criteria: logical, calls: [call(tool, null)] })])
    const rounds = replay([bad('awk'), bad('shell'), bad('glob')])
    expect(rounds.map(({ blockedTools }) => blockedTools)).toEqual([[], ['shell'], ['glob']])
  })

  it('blocks no tool in the first round: what has no predecessor is not stuck', () => {
    const round = observation([outcome('a', { criteria: logical, calls: [call('shell', null)] })])
    expect(last([round])).toMatchObject({ directive: 'break_symmetry', blockedTools: [] })
  })

  it('blocks no tool when the path is to blame', () => {
    const round = observation([outcome('a', { criteria: environmental, calls: [call('glob', 'x', true)] })])
    expect(last([round])).toMatchObject({ directive: 'change_path', blockedTools: [] })
  })

  it('blocks the targets of failed calls, or of all calls when none failed', () => {
    const round = observation([
      outcome('a', {
        criteria: environmental,
        calls: [call('glob', 'good'), call('glob', 'bad', true), call('shell', null, true)],
      }),
      outcome('b', {
        status: 'failed',
        failureClass: 'environmental',
        calls: [call('read_file', 'empty'), call('shell', null)],
      }),
      outcome('c', { criteria: logical, calls: [call('shell', 'logical', true)] }),
      outcome('d', { calls: [call('glob', 'matched', true)] }),
    ])
    expect(last([round]).blockedTargets).toEqual([
      { tool: 'glob', target: 'bad' },
      { tool: 'read_file', target: 'empty' },
    ])
  })

  it('accumulates blocked targets over the task, each once, and keeps them under every directive', () => {
    const bad = (target: string) =>
      observation([outcome('a', { criteria: environmental, calls: [call('glob', target, true)] })])
    const wrong = observation([outcome('a', { criteria: logical, calls: [call('shell', 'z', true)] })])
    const decisions = replay([bad('x'), bad('y'), bad('x'), wrong], { maxReplans: 9 })
    expect(decisions.map(({ blockedTargets }) => blockedTargets.map(({ target }) => target))).toEqual([
      ['x'],
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y'],
    ])
    expect(decisions.at(-1)?.directive).toBe('change_approach')
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
      fc.property(
        fc.array(observationArbitrary, { maxLength: 5 }),
        hyperparametersArbitrary,
        (task, hyperparameters) => {
          let live = initialState
          for (const round of task) {
            const stored = JSON.parse(JSON.stringify(live))
            const [next, decision] = step(live, round, hyperparameters)
            const again = step(stored, JSON.parse(JSON.stringify(round)), hyperparameters)
            expect(again).toEqual([next, decision])
            expect(JSON.parse(JSON.stringify(again))).toEqual([next, decision])
            if (decision.terminal) return
            live = next
          }
        },
      ),
    )
  })

  it('leaves its arguments alone', () => {
    const round = tenths(5)
    const before = JSON.stringify([initialState, round])
    step(initialState, round)
    expect(JSON.stringify([initialState, round])).toBe(before)
  })

  it('counts no replan after a terminal decision', () => {
    expect(step(initialState, tenths(5))[0].replans).toBe(1)
    expect(step(initialState, tenths(3))[0].replans).toBe(0)
  })

  it('takes the gains it is given', () => {
    const generous = resolveHyperparameters({ delta: 0.5 })
    expect(step(initialState, tenths(5), generous)[1].directive).toBe('success')
  })
})
