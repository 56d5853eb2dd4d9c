import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanOf } from '../src/belief/belief.js'
import { type BeliefOrder, orderFor } from '../src/belief/order.js'
import { chanceOf, continuing } from '../src/belief/worth.js'
import {
  type Action,
  type ByCause,
  beliefOf,
  type CallError,
  type Cause,
  causeNames,
  causes,
  type OutcomeObservation,
  profiles,
} from '../src/index.js'
import { causeArbitrary, outcomeArbitrary } from './arbitraries.js'
import { beliefProfileArbitrary } from './belief-profiles.js'
import { call, failing, outcome } from './builders.js'

const profile = profiles.causes
/** Beliefs are rounded to 6 decimals. */
const rounding = 1e-5

const sumOf = (belief: ByCause) => causeNames.reduce((sum, cause) => sum + belief[cause], 0)
const failedArbitrary = outcomeArbitrary.map((given): OutcomeObservation => ({ ...given, status: 'failed' }))
const beforeArbitrary = fc.option(failedArbitrary.map((given) => orderFor(given, null, profile)))

/** The belief about work with one failing criterion that names a cause. */
const naming = (cause: Cause | null, given: OutcomeObservation, before: BeliefOrder | null) =>
  orderFor({ ...given, status: 'failed', criteria: [failing({ cause, failureClass: null })] }, before, profile).belief

/** True unless a belief moved from one cause to another, seen beside what it was. */
const favours = (one: Cause, other: Cause, after: ByCause, before: ByCause) =>
  after[one] * before[other] >= after[other] * before[one] - rounding

describe('a belief', () => {
  it('sums to one and has no negative chance, for an outcome and for each criterion', () => {
    fc.assert(
      fc.property(failedArbitrary, failedArbitrary, beliefProfileArbitrary, (first, second, mine) => {
        const before = orderFor(first, null, mine)
        const { belief, criteria } = orderFor(second, before, mine)
        for (const each of [belief, ...criteria.map((one) => one.belief)]) {
          expect(Math.abs(sumOf(each) - 1)).toBeLessThanOrEqual(rounding)
          expect(Math.min(...Object.values(each))).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('is the prior while nothing was seen', () => {
    const nothing = Object.fromEntries(causeNames.map((cause) => [cause, 0])) as ByCause
    expect(beliefOf(profile.prior, nothing)).toEqual(profile.prior)
  })

  it('follows Bayes’ rule', () => {
    const seen = Object.fromEntries(causeNames.map((cause) => [cause, cause === 'outage' ? Math.log(9) : 0])) as ByCause
    // 9 × 0.1 against 0.9.
    expect(beliefOf(profile.prior, seen).outage).toBeCloseTo(0.5, 6)
  })

  it('holds also where the evidence is as strong as can be', () => {
    for (const sign of [-1, 1]) {
      const strong = Object.fromEntries(causeNames.map((cause, place) => [cause, sign * place * 1e5])) as ByCause
      expect(sumOf(beliefOf(profile.prior, strong))).toBe(1)
    }
  })
})

describe('a cause that a judge names', () => {
  it('is named most often where it is true', () => {
    for (const named of causeNames) {
      const most = Math.max(...causeNames.map((truth) => profile.judge[truth][named]))
      expect(profile.judge[named][named]).toBe(most)
    }
  })

  it('gets no less likely, and no other one gains on it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...causeNames), failedArbitrary, beforeArbitrary, (named, given, before) => {
        const silent = naming(null, given, before)
        const after = naming(named, given, before)
        expect(after[named]).toBeGreaterThanOrEqual(silent[named] - rounding)
        for (const other of causeNames) expect(favours(named, other, after, silent)).toBe(true)
      }),
    )
  })

  it('is believed the more, the more criteria name it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...causeNames), failedArbitrary, beforeArbitrary, (named, given, before) => {
        const chances = [0, 1, 2, 3, 4].map((count) => {
          const criteria = [0, 1, 2, 3].map((place) =>
            failing({ failureClass: null, cause: place < count ? named : null }),
          )
          return orderFor({ ...given, criteria }, before, profile).belief[named]
        })
        for (const [place, chance] of chances.slice(1).entries())
          expect(chance).toBeGreaterThanOrEqual((chances[place] ?? 0) - rounding)
      }),
    )
  })

  it('is believed the more when a second round names it again', () => {
    for (const named of causeNames) {
      const first = (cause: Cause | null): BeliefOrder => ({
        ...orderFor(outcome('a', { criteria: [failing({ cause, failureClass: null })] }), null, profile),
        // What was to be left was not tried, so that only the names speak.
        directive: 'deliver',
      })
      const [once, twice] = [null, named].map((cause) => naming(named, outcome('b'), first(cause))[named])
      expect(twice).toBeGreaterThan(once ?? 1)
    }
  })
})

describe('a directive that was tried in vain', () => {
  const made = outcome('b', { criteria: [failing({ failureClass: null })], calls: [call('new tool', 'new target')] })
  const triedWith = (directive: Action, before: BeliefOrder) => orderFor(made, { ...before, directive }, profile)

  it('lowers the causes that it mends, beside all others', () => {
    const actionArbitrary = fc.constantFrom(...continuing)
    fc.assert(
      fc.property(failedArbitrary, actionArbitrary, fc.nat(3), (given, directive, times) => {
        // Nobody is asked again, so that there is no second time in vain.
        fc.pre(directive !== 'ask' || times === 0)
        const before = { ...orderFor(given, null, profile), tries: { [directive]: times } }
        const untried = triedWith('deliver', before).belief
        const tried = triedWith(directive, before)
        expect(tried.tries[directive]).toBe(times + 1)
        for (const cause of causeNames.filter((name) => causes[name].mendedBy === directive)) {
          for (const other of causeNames.filter((name) => causes[name].mendedBy !== directive))
            expect(favours(other, cause, tried.belief, untried)).toBe(true)
          if (untried[cause] > 0.01 && untried[cause] < 0.99) expect(tried.belief[cause]).toBeLessThan(untried[cause])
        }
      }),
    )
  })

  it('was not tried where nothing new was used', () => {
    const criteria = [failing({ cause: 'wrong_target' })]
    const first = orderFor(outcome('a', { criteria, calls: [call('glob', 'x')] }), null, profile)
    expect(first.directive).toBe('change_path')
    const again = (target: string) =>
      orderFor(outcome('b', { criteria, calls: [call('glob', target)] }), first, profile)
    expect(again('x').tries).toEqual({})
    expect(again('y').tries).toEqual({ change_path: 1 })
    expect(again('x').belief.wrong_target).toBeGreaterThan(again('y').belief.wrong_target)
  })

  it('is expected to mend less with each try', () => {
    const given = outcome('a', { criteria: [failing({ cause: 'wrong_parameter' })] })
    const orders = [orderFor(given, null, profile)]
    for (const _ of [1, 2, 3]) orders.push(orderFor(given, orders.at(-1) ?? null, profile))
    expect(orders.map(({ directive }) => directive)).toEqual(['refine', 'refine', 'refine', 'refine'])
    const chances = orders.map(({ tries }) => chanceOf('refine', 'wrong_parameter', { tries, profile }))
    expect(chances).toEqual([3 / 6, 3 / 7, 3 / 8, 3 / 9])
  })
})

describe('signs that code sees', () => {
  const soundArbitrary = failedArbitrary.map(
    ({ calls, ...given }): OutcomeObservation => ({
      ...given,
      calls: calls.map(({ tool, target }) => ({ tool, target, failed: false })),
    }),
  )
  const withCall = (given: OutcomeObservation, error: CallError, changed = false): OutcomeObservation => ({
    ...given,
    calls: [...given.calls, { ...call('fetch', 'x', true), error, changed }],
  })

  it.each<[CallError, Cause]>([
    ['denied', 'no_access'],
    ['passing', 'outage'],
  ])('a call that failed with %s raises %s', (error, cause) => {
    fc.assert(
      fc.property(soundArbitrary, (given) => {
        const [without, having] = [given, withCall(given, error)].map((each) => orderFor(each, null, profile).belief)
        expect(having?.[cause]).toBeGreaterThanOrEqual(without?.[cause] ?? 1)
      }),
    )
    const silent = outcome('a', { criteria: [failing({ failureClass: null })] })
    expect(orderFor(withCall(silent, error), null, profile)).toMatchObject({ cause })
  })

  it('a change after a call that failed raises not_yet, but for an outage, which passes by itself', () => {
    const given = outcome('a', { criteria: [failing({ failureClass: null })] })
    const chance = (error: CallError, changed: boolean) =>
      orderFor(withCall(given, error, changed), null, profile).belief.not_yet
    for (const error of ['missing', 'denied', 'other'] as const)
      expect(chance(error, true)).toBeGreaterThan(chance(error, false))
    expect(chance('passing', true)).toBe(chance('passing', false))
  })

  it('a target that memory had warned of is likelier to be wrong', () => {
    const given = withCall(outcome('a', { criteria: [failing({ failureClass: null })] }), 'other')
    const believed = (isWarned: boolean) => orderFor({ ...given, isWarned }, null, profile).belief
    const odds = (isWarned: boolean) => believed(isWarned).wrong_target / believed(isWarned).outage
    expect(odds(true) / odds(false)).toBeCloseTo(2, 3)
    expect(believed(true).outage).toBeLessThan(believed(false).outage)
  })

  it('the last call that failed counts', () => {
    const given = outcome('a', { criteria: [failing({ failureClass: null })] })
    const calls = (...errors: readonly CallError[]) => errors.reduce((all, error) => withCall(all, error), given)
    expect(orderFor(calls('denied', 'passing'), null, profile).belief).toEqual(
      orderFor(calls('passing'), null, profile).belief,
    )
  })
})

describe('the order of evidence', () => {
  it('of criteria, and of calls before the last that failed, is of no account', () => {
    fc.assert(
      fc.property(
        failedArbitrary,
        beforeArbitrary,
        fc.infiniteStream(fc.nat()),
        causeArbitrary,
        (given, before, keys, cause) => {
          const shuffled = <T>(list: readonly T[]): readonly T[] =>
            list
              .map((item) => ({ item, key: keys.next().value ?? 0 }))
              .sort((one, other) => one.key - other.key)
              .map(({ item }) => item)
          const lastCall = { ...call('fetch', 'x', true), error: 'missing' as const }
          const work = { ...given, cause, calls: [...given.calls, lastCall] }
          const other = { ...work, criteria: shuffled(given.criteria), calls: [...shuffled(given.calls), lastCall] }
          const [one, two] = [work, other].map((each) => orderFor(each, before, profile))
          const sorted = (order: BeliefOrder | undefined) => order?.criteria.map((each) => JSON.stringify(each)).sort()
          expect(sorted(two)).toEqual(sorted(one))
          expect({ ...two, criteria: [] }).toEqual({ ...one, criteria: [] })
        },
      ),
    )
  })
})

it('is the mean over any number of criteria', () => {
  const one = orderFor(outcome('a', { criteria: [failing()] }), null, profile).evidence
  expect(meanOf(Array.from({ length: 200_000 }, () => one))).toEqual(one)
})
