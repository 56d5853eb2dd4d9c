import type { OutcomeObservation } from '../input/observation.js'
import type { FailureClass } from '../terms/failure-class.js'

/** One failing criterion. `criterion` is `null` when a whole outcome failed without a verdict that says so. */
export interface Failure {
  readonly criterion: string | null
  /** Its share in D: 1, or k/N when plausible. */
  readonly weight: number
  readonly failureClass: FailureClass | null
}

/** The failure of a round without outcomes: one that is not classified. */
const nothingDone: Failure = { criterion: null, weight: 1, failureClass: null }

export function failuresOf(outcome: OutcomeObservation): readonly Failure[] {
  const failing = outcome.criteria
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ criterion, mode, failureClass, failedAttempts, attempts }) => ({
      criterion,
      weight: mode === 'verifiable' ? 1 : failedAttempts / attempts,
      failureClass,
    }))
  if (outcome.status === 'matched' || failing.length > 0) return failing
  return [{ criterion: null, weight: 1, failureClass: outcome.failureClass }]
}

export function allFailures(outcomes: readonly OutcomeObservation[]): readonly Failure[] {
  return outcomes.length === 0 ? [nothingDone] : outcomes.flatMap(failuresOf)
}

/**
 * The number of criteria that an outcome with verdicts stands for: one more than it has if it failed though all of them
 * passed.
 */
export function criteriaOf(outcome: OutcomeObservation): number {
  const passing = outcome.criteria.filter(({ verdict }) => verdict === 'pass').length
  return passing + failuresOf(outcome).length
}
