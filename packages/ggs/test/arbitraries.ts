import fc from 'fast-check'
import {
  type CriterionObservation,
  type Hyperparameters,
  type Observation,
  type OutcomeObservation,
  resolveHyperparameters,
} from '../src/index.js'

fc.configureGlobal({ seed: 20260221 })

export const unit = fc.double({ min: 0, max: 1, noNaN: true })

const failureClass = fc.constantFrom('logical', 'environmental', null)

const criterionArbitrary: fc.Arbitrary<CriterionObservation> = fc
  .record({
    criterion: fc.string(),
    mode: fc.constantFrom('verifiable', 'plausible'),
    verdict: fc.constantFrom('pass', 'fail'),
    failureClass,
    attempts: fc.integer({ min: 1, max: 3 }),
    share: unit,
  })
  .map(({ share, ...rest }) => {
    const others = Math.round(share * (rest.attempts - 1))
    return { ...rest, failedAttempts: rest.verdict === 'fail' ? others + 1 : others }
  })

const outcomeArbitrary: fc.Arbitrary<OutcomeObservation> = fc
  .record({
    id: fc.uuid(),
    status: fc.constantFrom('matched', 'failed'),
    criteria: fc.array(criterionArbitrary, { maxLength: 5 }),
    failureClass,
    calls: fc.array(
      fc.record({
        tool: fc.constantFrom('glob', 'read_file', 'shell'),
        target: fc.option(fc.constantFrom('a', 'b', 'c')),
        failed: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
  })
  .map((outcome) => {
    const failed = outcome.criteria.some(({ verdict }) => verdict === 'fail')
    return failed ? { ...outcome, status: 'failed' } : outcome
  })

export const outcomesArbitrary = fc.uniqueArray(outcomeArbitrary, { maxLength: 5, selector: ({ id }) => id })

/** A valid round; accepted exactly when nothing failed. */
export const observationArbitrary: fc.Arbitrary<Observation> = fc
  .record({ outcomes: outcomesArbitrary, elapsedMs: fc.integer({ min: 0, max: 400_000 }), refuted: fc.boolean() })
  .map((round) => ({
    ...round,
    accepted: round.outcomes.length > 0 && round.outcomes.every(({ status }) => status === 'matched'),
  }))

export const hyperparametersArbitrary: fc.Arbitrary<Hyperparameters> = fc
  .record({
    alpha: unit,
    beta: unit,
    lambda: unit,
    replanWeight: unit,
    epsilon: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
    delta: fc.double({ min: 0, max: 0.9, noNaN: true }),
    rho: unit,
    theta: fc.double({ min: 0.1, max: 1, noNaN: true }),
    timeBudgetMs: fc.integer({ min: 1, max: 600_000 }),
    maxReplans: fc.integer({ min: 0, max: 8 }),
    worseningLimit: fc.integer({ min: 1, max: 3 }),
  })
  .map((values) => resolveHyperparameters({ ...values, timeWeight: 1 - values.replanWeight }))
