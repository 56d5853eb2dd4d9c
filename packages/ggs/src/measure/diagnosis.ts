import type { OutcomeObservation } from '../input/observation.js'
import type { FailureClass } from '../terms/failure-class.js'
import { allFailures, type Failure } from './failures.js'

export interface Diagnosis {
  /** The class of every classified failure, `mixed` when both occur, `null` when none is classified. */
  readonly failureClass: FailureClass | 'mixed' | null
  /** The failing criterion that weighs most in D, the first of equals; `null` when no verdict names one. */
  readonly failedCriterion: string | null
}

export function diagnose(outcomes: readonly OutcomeObservation[]): Diagnosis {
  const failures = allFailures(outcomes)
  const heaviest = failures
    .filter(({ criterion }) => criterion !== null)
    .reduce<Failure | null>((best, failure) => (best === null || failure.weight > best.weight ? failure : best), null)
  return { failureClass: commonClass(failures), failedCriterion: heaviest?.criterion ?? null }
}

function commonClass(failures: readonly Failure[]): Diagnosis['failureClass'] {
  const [first = null, second] = new Set(failures.flatMap(({ failureClass }) => failureClass ?? []))
  return second === undefined ? first : 'mixed'
}
