import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  directiveMeanings,
  initialState,
  isBeliefOrder,
  type Observation,
  oddsOf,
  profiles,
  replay,
  step,
} from '../src/index.js'
import { decidedByBeliefArbitrary } from './arbitraries.js'
import { call, criterion, failing, last, observation, outcome, tenths } from './builders.js'

const signs = { outage: 'passing', no_access: 'denied' } as const

/** Work that fails from a cause which its judge names and its call shows. */
const named = (id: string, cause: keyof typeof signs, replaces: string | null = null) =>
  outcome(id, {
    criteria: [failing({ cause, failureClass: null })],
    calls: [{ ...call('fetch', id, true), error: signs[cause] }],
    replaces,
  })

/** A rule for which nothing is worth a round. */
const hopeless = { ...profiles.causes, name: 'hopeless', worth: 0.9 }

const beliefsOf = (observations: readonly Observation[], options = {}) =>
  replay(observations, options).map(({ orders }) => orders.filter(isBeliefOrder))

describe('a part that is left', () => {
  const first = observation([named('a', 'no_access'), named('b', 'outage'), outcome('c', { criteria: [criterion()] })])
  const profile = { ...profiles.causes, name: 'nobody to ask', worth: 0.3, cost: { ...profiles.causes.cost, ask: 10 } }
  // Who leaves a part tells what it was, without its calls.
  const left = { ...named('a', 'no_access'), calls: [], left: true }
  const second = observation([left, named('d', 'outage', 'b')], { met: 1 })

  it('keeps its order, and the others go on', () => {
    const [before, after] = beliefsOf([first, second], { profile })
    expect(before?.map(({ directive }) => directive)).toEqual(['deliver', 'wait'])
    expect(after?.[0]).toEqual(before?.[0])
    expect(after?.[1]).toMatchObject({ outcome: 'd', directive: 'wait', tries: { wait: 1 } })
  })

  it('ends the task when it is all that is open: with `deliver` where something is done, else with `abandon`', () => {
    const alone = observation([left], { met: 1 })
    expect(last([first, alone], { profile })).toMatchObject({ directive: 'deliver', reason: 'hopeless', deliver: null })
    expect(last([observation([named('a', 'no_access')])], { profile })).toMatchObject({
      ...{ directive: 'abandon', reason: 'hopeless', terminal: true },
      rationale: 'No open part is likely enough to be mended to be worth another plan: give up.',
    })
  })

  it('was not tried by the directive to leave it, should it be made anew', () => {
    const [, after] = beliefsOf([first, observation([named('d', 'outage', 'a')], { met: 1 })], { profile })
    expect(after?.map(({ tries }) => tries)).toEqual([{}])
  })
})

describe('the end of a task', () => {
  it('is a success where the result is near enough, whatever is open', () => {
    expect(last([tenths(3)], { profile: hopeless })).toMatchObject({
      directive: 'success',
      reason: 'converged',
      deliver: 1,
    })
    expect(last([tenths(4)], { profile: hopeless })).toMatchObject({ directive: 'abandon', reason: 'hopeless' })
  })

  it.each([
    ['budget', { elapsedMs: 600_000 }, {}],
    ['replans_exhausted', {}, { maxReplans: 0 }],
  ] as const)('by %s delivers the parts that are done', (reason, given, hyperparameters) => {
    const done = outcome('b', { criteria: [criterion()] })
    const round = (...more: readonly (typeof done)[]) => observation([named('a', 'outage'), ...more], given)
    expect(last([round(done)], { hyperparameters })).toMatchObject({ directive: 'deliver', reason })
    expect(last([round()], { hyperparameters })).toMatchObject({ directive: 'abandon', reason })
  })

  it('comes within maxReplans + 1 rounds, with a reason, whatever is observed', () => {
    fc.assert(
      fc.property(decidedByBeliefArbitrary, ({ decisions, hyperparameters }) => {
        expect(decisions.length).toBeLessThanOrEqual(hyperparameters.maxReplans + 1)
        decisions.forEach(({ terminal, reason }, place) => {
          expect([terminal, terminal && place < decisions.length - 1]).toEqual([reason !== null, false])
        })
      }),
      { numRuns: 40 },
    )
  })
})

describe('a person', () => {
  it('who did not answer is not asked again', () => {
    const task = [named('a', 'no_access', 'a'), named('a', 'no_access', 'a'), named('a', 'no_access', 'a')]
    const directives = replay(task.map((each) => observation([each]))).map(({ directive }) => directive)
    expect(directives[0]).toBe('ask')
    expect(directives.slice(1)).not.toContain('ask')
  })

  it('is asked when one of several parts needs it, as the most drastic order decides', () => {
    const { directive, orders } = last([observation([named('a', 'outage'), named('b', 'no_access')])])
    expect([directive, ...orders.map((order) => order.directive)]).toEqual(['ask', 'wait', 'ask'])
  })
})

describe('a record of a task', () => {
  it('gives the same decisions to the digit, also with its state stored between the rounds', () => {
    fc.assert(
      fc.property(decidedByBeliefArbitrary, ({ observations, decisions, ...options }) => {
        expect(JSON.stringify(replay(observations, options))).toBe(JSON.stringify(decisions))
        let state = initialState
        decisions.forEach((decision, place) => {
          const round = observations[place] ?? observation([])
          const [next, again] = step(JSON.parse(JSON.stringify(state)), JSON.parse(JSON.stringify(round)), options)
          expect(JSON.stringify(again)).toBe(JSON.stringify(decision))
          state = next
        })
      }),
      { numRuns: 40 },
    )
  })

  it('may have been begun under another rule: orders of a table say nothing to a belief, and the other way round', () => {
    const rounds = [named('a', 'outage', 'a'), named('a', 'outage', 'a')].map((each) => observation([each]))
    const [first = observation([]), second = observation([])] = rounds
    const table = { ...profiles.paper, scope: 'outcome' as const }
    const byTable = step(initialState, first, { profile: table })[0]
    expect(step(byTable, second)[1].orders).toEqual(step(initialState, second)[1].orders)
    const byBelief = step(initialState, first)[0]
    expect(step(byBelief, second, { profile: table })[1].orders).toMatchObject([{ gradient: null }])
  })

  it('takes ids for what they are', () => {
    const ids = ['__proto__', 'constructor', 'toString']
    const round = observation(ids.map((id) => named(id, 'outage', id)))
    expect(beliefsOf([round, round]).map((orders) => orders.map(({ outcome: id, tries }) => [id, tries]))).toEqual([
      ids.map((id) => [id, {}]),
      ids.map((id) => [id, { wait: 1 }]),
    ])
  })
})

describe('targets to leave', () => {
  const missed = (target: string) =>
    observation([
      outcome('a', {
        criteria: [failing({ cause: 'wrong_target' })],
        calls: [call('glob', target, true)],
        replaces: 'a',
      }),
    ])
  const targetsOf = (targetsFor: 'plan' | 'task') =>
    replay([missed('x'), missed('y')], { profile: { ...profiles.causes, name: 'mine', targetsFor } }).map(
      ({ blockedTargets }) => blockedTargets.map(({ target }) => target),
    )

  it('are those of this round for the next plan, or all so far for the task', () => {
    expect(targetsOf('plan')).toEqual([['x'], ['y']])
    expect(targetsOf('task')).toEqual([['x'], ['x', 'y']])
  })
})

describe('the rationale of a belief', () => {
  it('is one sentence with the odds or the share of the cause, and what to do', () => {
    fc.assert(
      fc.property(decidedByBeliefArbitrary, ({ decisions }) => {
        for (const { rationale, terminal, directive, orders } of decisions) {
          expect(rationale.replaceAll(/“[^”]*”/g, '“…”')).toMatch(/^[^.]*(\d\.\d[^.]*)*\.$/)
          if (terminal) continue
          if (orders.length > 0) expect(rationale).toMatch(/\d : 1|1 : \d|\d %/)
          expect(rationale).toContain(`, so ${directiveMeanings[directive]}.`)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('tells the odds for what is likelier than not', () => {
    const round = observation([named('a', 'outage')])
    const [order] = last([round]).orders.filter(isBeliefOrder)
    expect(order?.belief.outage).toBeGreaterThan(0.75)
    expect(last([round]).rationale).toMatch(
      RegExp(`^${oddsOf(order?.belief.outage ?? 0)} that .*did not answer.*pause\\.$`),
    )
  })

  it('rounds odds as a person would say them', () => {
    expect([0.001, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.8, 0.995].map(oddsOf)).toEqual([
      ...['1 : 99', '1 : 9', '1 : 3', '1 : 1.5', '1 : 1', '1.5 : 1', '3 : 1', '4 : 1', '99 : 1'],
    ])
  })
})
