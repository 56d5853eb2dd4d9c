import fc from 'fast-check'
import { type Sign, type SignGroup, signs } from '../src/belief/profile.js'
import { type Action, type BeliefProfile, type ByCause, causeNames, directives, profiles } from '../src/index.js'

const chance = fc.double({ min: 0.01, max: 0.99, noNaN: true })

/** Chances that sum to 1, one for each name. */
function rowArbitrary<N extends string>(names: readonly N[]): fc.Arbitrary<Readonly<Record<N, number>>> {
  return fc.array(chance, { minLength: names.length, maxLength: names.length }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return Object.fromEntries(names.map((name, place) => [name, (weights[place] ?? 0) / total])) as Record<N, number>
  })
}

function eachCause<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Readonly<Record<keyof ByCause, T>>> {
  return fc
    .array(arbitrary, { minLength: causeNames.length, maxLength: causeNames.length })
    .map(
      (values) =>
        Object.fromEntries(causeNames.map((cause, place) => [cause, values[place]])) as Record<keyof ByCause, T>,
    )
}

const eachAction = (arbitrary: fc.Arbitrary<number>): fc.Arbitrary<Readonly<Record<Action, number>>> =>
  fc.record(Object.fromEntries(directives.map((name) => [name, arbitrary])) as Record<Action, fc.Arbitrary<number>>)

const signsOf = <G extends SignGroup>(group: G) => eachCause(rowArbitrary<Sign<G>>(signs[group]))

/** Any belief profile whose chances are neither tiny nor certain. */
export const beliefProfileArbitrary: fc.Arbitrary<BeliefProfile> = fc.oneof(
  fc.constant(profiles.causes),
  fc.record({
    name: fc.constant('mine'),
    counts: fc.constant('promise' as const),
    targetsFor: fc.constantFrom('plan' as const, 'task' as const),
    refusals: fc.constant('once' as const),
    prior: rowArbitrary(causeNames),
    judge: eachCause(rowArbitrary(causeNames)),
    code: fc.double({ min: 0.6, max: 0.99, noNaN: true }),
    logical: eachCause(chance),
    signs: fc.record({ call: signsOf('call'), change: signsOf('change') }),
    warning: fc.double({ min: 1, max: 10, noNaN: true }),
    memory: chance,
    hit: fc.double({ min: 0.1, max: 10, noNaN: true }),
    miss: fc.double({ min: 0.1, max: 10, noNaN: true }),
    luck: fc.double({ min: 0, max: 0.4, noNaN: true }),
    unknown: eachAction(fc.double({ min: 0, max: 0.4, noNaN: true })),
    cost: eachAction(fc.double({ min: 0.5, max: 2, noNaN: true })),
    worth: fc.double({ min: 0, max: 0.3, noNaN: true }),
  }),
)
