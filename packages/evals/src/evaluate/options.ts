import type { Clock } from '@artoo/spec'
import type { EvalRun } from '../report/report.js'

/** A case: any object with a name that no other case has. */
export interface EvalCase {
  readonly name: string
}

/** The run that a call of `run` is for. */
export interface RunContext {
  /** A whole number below 2³²: the same for the same case, repeat and seed of the report, whatever other cases there are. */
  readonly seed: number
  /** The number of the run among those of its case, from 1. */
  readonly repeat: number
  /** Aborted when the time is up or the evaluation ends early. */
  readonly signal: AbortSignal
}

/** A run that has ended, as a check receives it; `signal` is the check's own. */
export interface ScoredRun<Case, Result> extends RunContext {
  readonly case: Case
  readonly result: Result
}

/** A score: true is 1, false is 0, a number is from 0 to 1. */
export type Score = boolean | number | { readonly score: boolean | number; readonly note?: string | undefined }

/** Scores a run by code. One that throws scores 0, and its error stands in the report. */
export type EvalCheck<Case, Result> = (run: ScoredRun<Case, Result>) => Score | PromiseLike<Score>

export interface EvaluateOptions<Case extends EvalCase, Result> {
  readonly cases: readonly Case[]
  /** Runs your agent, or anything else, on a case. A rejection scores 0 in every check, and the error stands in the report. */
  readonly run: (one: Case, context: RunContext) => Result | PromiseLike<Result>
  /** The checks by name. Those of one run are called one after the other. */
  readonly checks: Readonly<Record<string, EvalCheck<Case, Result>>>
  /** Runs of each case. @defaultValue 1 */
  readonly repeats?: number | undefined
  /** Runs at a time. @defaultValue 4 */
  readonly concurrency?: number | undefined
  /** A whole number from which the seeds of all runs follow. @defaultValue 1 */
  readonly seed?: number | undefined
  /** Milliseconds for each run, and for each check by itself. @defaultValue no limit */
  readonly timeoutMs?: number | undefined
  /** Ends the evaluation, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** @defaultValue the machine's */
  readonly clock?: Clock | undefined
  /**
   * Receives each run when it has ended, in the order of ending, with its case and its result, which is undefined for a run that failed. A promise is
   * awaited. An error that it throws ends the evaluation.
   */
  readonly onResult?: ((run: EvalRun, one: Case, result: Result | undefined) => unknown) | undefined
}
