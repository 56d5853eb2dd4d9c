import fc from 'fast-check'
import {
  type CallObservation,
  type CriterionObservation,
  causeNames,
  type Hyperparameters,
  type Observation,
  type OutcomeObservation,
  type Profile,
  profiles,
  replay,
  resolveHyperparameters,
  type TableProfile,
} from '../src/index.js'
import { beliefProfileArbitrary } from './belief-profiles.js'
import { tenths } from './builders.js'
import { measuredTable } from './measured-table.js'

fc.configureGlobal({ seed: 20260221 })

export const unit = fc.double({ min: 0, max: 1, noNaN: true })

const failureClass = fc.constantFrom('logical', 'environmental', null)
export const causeArbitrary = fc.option(fc.constantFrom(...causeNames))

const criterionArbitrary: fc.Arbitrary<CriterionObservation> = fc
  .record({
    criterion: fc.string(),
    mode: fc.constantFrom('verifiable', 'plausible'),
    verdict: fc.constantFrom('pass', 'fail'),
    failureClass,
    cause: causeArbitrary,
    attempts: fc.integer({ min: 1, max: 3 }),
    share: unit,
  })
  .map(({ share, ...rest }) => {
    const others = Math.round(share * (rest.attempts - 1))
    return { ...rest, failedAttempts: rest.verdict === 'fail' ? others + 1 : others }
  })

/** Few, so that one round often replaces outcomes of another. */
const outcomeIds = ['a', 'b', 'c', 'd', 'e']

export const callArbitrary: fc.Arbitrary<CallObservation> = fc.record({
  tool: fc.constantFrom('glob', 'read_file', 'shell'),
  target: fc.option(fc.constantFrom('a', 'b', 'c')),
  failed: fc.boolean(),
  lifted: fc.boolean(),
  error: fc.constantFrom('missing', 'passing', 'denied', 'said_no', 'other'),
})

export const outcomeArbitrary: fc.Arbitrary<OutcomeObservation> = fc
  .record({
    id: fc.constantFrom(...outcomeIds),
    replaces: fc.constantFrom(...outcomeIds, null, undefined),
    status: fc.constantFrom('matched', 'failed'),
    criteria: fc.array(criterionArbitrary, { maxLength: 5 }),
    failureClass,
    cause: causeArbitrary,
    calls: fc.array(callArbitrary, { maxLength: 4 }),
    left: fc.boolean(),
  })
  .map(({ replaces, left, ...rest }) => {
    const outcome: OutcomeObservation = replaces === undefined ? rest : { ...rest, replaces }
    const failed = outcome.criteria.some(({ verdict }) => verdict === 'fail') || outcome.status === 'failed'
    return failed ? { ...outcome, left, status: 'failed' } : outcome
  })

export const outcomesArbitrary = fc.uniqueArray(outcomeArbitrary, { maxLength: 5, selector: ({ id }) => id })

/** A valid round; accepted exactly when nothing failed. */
export const observationArbitrary: fc.Arbitrary<Observation> = fc
  .record({ outcomes: outcomesArbitrary, elapsedMs: fc.integer({ min: 0, max: 400_000 }) })
  .map((round) => ({ ...round, accepted: isMatched(round.outcomes) }))

/** Rounds of one outcome, which each make good the one before: it is the whole round. */
export const soloTaskArbitrary = fc.array(
  fc
    .record({ outcome: outcomeArbitrary, elapsedMs: fc.integer({ min: 0, max: 400_000 }) })
    .map(({ outcome, elapsedMs }): Observation => {
      const outcomes = [{ ...outcome, id: 'a', replaces: 'a' }]
      return { outcomes, elapsedMs, accepted: isMatched(outcomes) }
    }),
  { minLength: 1, maxLength: 8 },
)

function isMatched(outcomes: readonly OutcomeObservation[]): boolean {
  return outcomes.length > 0 && outcomes.every(({ status }) => status === 'matched')
}

export const hyperparametersArbitrary: fc.Arbitrary<Hyperparameters> = fc
  .record({
    alpha: unit,
    beta: unit,
    lambda: unit,
    replanWeight: unit,
    epsilon: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    delta: fc.double({ min: 0, max: 0.9, noNaN: true }),
    mu: unit,
    rho: unit,
    theta: fc.double({ min: 0.1, max: 1, noNaN: true }),
    timeBudgetMs: fc.integer({ min: 1, max: 600_000 }),
    maxReplans: fc.integer({ min: 0, max: 8 }),
    worseningLimit: fc.integer({ min: 1, max: 3 }),
  })
  .map((values) => resolveHyperparameters({ ...values, timeWeight: 1 - values.replanWeight }))

/** Rounds of one outcome with ten criteria, none of them accepted. */
export const tenthsTaskArbitrary = fc.array(
  fc
    .record({
      failures: fc.integer({ min: 1, max: 10 }),
      failureClass: fc.constantFrom('logical' as const, 'environmental' as const),
      elapsedMs: fc.integer({ min: 0, max: 200_000 }),
    })
    .map(({ failures, ...rest }) => tenths(failures, rest)),
  { minLength: 1, maxLength: 6 },
)

/** Gains under which a short task may end in any way. */
export const livelyGainsArbitrary: fc.Arbitrary<Hyperparameters> = fc
  .record({
    epsilon: fc.double({ min: 0.001, max: 0.1, noNaN: true }),
    delta: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
    theta: fc.double({ min: 0.5, max: 1, noNaN: true }),
    maxReplans: fc.integer({ min: 1, max: 5 }),
    worseningLimit: fc.integer({ min: 1, max: 2 }),
  })
  .map((values) => resolveHyperparameters(values))

/** Two tables, and any mixture of their switches over either. */
export const tableArbitrary: fc.Arbitrary<TableProfile> = fc.oneof(
  fc.constantFrom(profiles.paper, measuredTable),
  fc
    .record({
      base: fc.constantFrom(profiles.paper, measuredTable),
      blame: fc.constantFrom('outcome' as const, 'failed_calls' as const),
      slope: fc.constantFrom('loss' as const, 'gap' as const),
      scope: fc.constantFrom('task' as const, 'outcome' as const),
      targetsFor: fc.constantFrom('plan' as const, 'task' as const),
      setsAsideFrom: fc.constantFrom(1 as const, 2 as const),
      refusals: fc.constantFrom('any' as const, 'once' as const),
    })
    .map(({ base, ...switches }) => ({ ...base, ...switches, name: 'mixed' })),
)

/** A belief over causes, or a table. */
export const profileArbitrary: fc.Arbitrary<Profile> = fc.oneof(beliefProfileArbitrary, tableArbitrary)

export const taskArbitrary = fc.array(observationArbitrary, { minLength: 1, maxLength: 6 })

/** A whole task with what decided it. */
const decidedBy = <P extends Profile>(profile: fc.Arbitrary<P>) =>
  fc
    .record({ observations: taskArbitrary, hyperparameters: hyperparametersArbitrary, profile })
    .map(({ observations, ...options }) => ({ observations, ...options, decisions: replay(observations, options) }))

export const decidedArbitrary = decidedBy(profileArbitrary)
export const decidedByTableArbitrary = decidedBy(tableArbitrary)
export const decidedByBeliefArbitrary = decidedBy(beliefProfileArbitrary)
