import type { Cause } from '../terms/causes.js'
import type { FailureClass } from '../terms/failure-class.js'

export const criterionModes = ['verifiable', 'plausible'] as const

/** The final verdict on one criterion, with the attempts that led to it. */
export interface CriterionObservation {
  readonly criterion: string
  readonly mode: (typeof criterionModes)[number]
  readonly verdict: 'pass' | 'fail'
  /** Why it failed; ignored on a pass. `null` when nobody could tell. */
  readonly failureClass: FailureClass | null
  /** The cause that its judge named; ignored on a pass. `null` for a check, and for a judge that named none. @defaultValue null */
  readonly cause?: Cause | null
  /** k: attempts in which it failed. At least 1 on a fail, less than `attempts` on a pass. */
  readonly failedAttempts: number
  /** N: attempts in which it was judged. At least 1. */
  readonly attempts: number
}

/**
 * The kinds of errors of calls. `missing`: what it names does not exist. `passing`: a time limit or an outage. `denied`: a
 * key, login or permission is missing. `said_no`: a check or program ran and ended with an error.
 */
export const callErrors = ['missing', 'passing', 'denied', 'said_no', 'other'] as const
export type CallError = (typeof callErrors)[number]

export interface CallObservation {
  readonly tool: string
  /** The target of the call (a path, a URL); `null` when it had none. */
  readonly target: string | null
  /** It was stopped from outside, or said no. */
  readonly failed: boolean
  /**
   * The same call may end otherwise: something changed after it failed, or it failed by a time limit, an outage or a check that said
   * no. @defaultValue false
   */
  readonly lifted?: boolean
  /** The work changed something after it had failed. @defaultValue false */
  readonly changed?: boolean
  /** The kind of error of a call that failed. @defaultValue 'other' */
  readonly error?: CallError
}

/** The outcome of one subtask. A rejection of the merged result is one more failed outcome with the task's criteria. */
export interface OutcomeObservation {
  /** Unique within the observation. */
  readonly id: string
  /** `matched` only when no criterion failed. */
  readonly status: 'matched' | 'failed'
  readonly criteria: readonly CriterionObservation[]
  /** Why it failed when no verdict says so: a crash, a timeout, a refusal. Ignored otherwise. */
  readonly failureClass: FailureClass | null
  /** The cause that its executor named of work that was not judged, or that code knows. @defaultValue null */
  readonly cause?: Cause | null
  /** Memory had warned of the target of one of its calls. @defaultValue false */
  readonly isWarned?: boolean
  /** Code knows the cause, whatever judges name. @defaultValue false */
  readonly isKnown?: boolean
  readonly calls: readonly CallObservation[]
  /** The outcome of the round before that this one makes good; whoever replaces none starts anew. @defaultValue none */
  readonly replaces?: string | null
  /** Criteria that the plan promised of it. Each counts as failing where it failed without verdicts. @defaultValue 1 */
  readonly promised?: number
  /** The work was not done: not run, refused, or cut off by a crash. Only of one that failed. @defaultValue false */
  readonly undone?: boolean
  /** It was left as it is in an earlier round, and not tried in this one. Only of one that failed. @defaultValue false */
  readonly left?: boolean
}

/** One round as the controller sees it. JSON-serialisable. */
export interface Observation {
  readonly outcomes: readonly OutcomeObservation[]
  /** Milliseconds since the task began. */
  readonly elapsedMs: number
  /** The meta-validator accepted the merged result; true exactly when nothing failed. */
  readonly accepted: boolean
  /** The round changed the world, so that what earlier rounds gave may no longer hold. @defaultValue false */
  readonly changed?: boolean
  /**
   * Criteria that are met beside these outcomes: by work of earlier rounds that stands and, where the merged result was rejected, by
   * the outcomes that it was made of. @defaultValue 0
   */
  readonly met?: number
}
