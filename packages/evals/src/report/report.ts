/** A report of `evaluate`: plain JSON data, which can be kept in a file and compared with later ones. */
export interface EvalReport {
  /** Version of this format. */
  readonly version: 1
  readonly seed: number
  /** Runs of each case. */
  readonly repeats: number
  /** Names of the cases in the order given. */
  readonly cases: readonly string[]
  /** Names of the checks in the order given. */
  readonly checks: readonly string[]
  /** All runs by case, then by repeat, whichever ended first. */
  readonly runs: readonly EvalRun[]
  readonly summary: EvalSummary
}

/** One run of one case. */
export interface EvalRun {
  readonly case: string
  /** The number of the run among those of its case, from 1. */
  readonly repeat: number
  /** A whole number below 2³² that follows from the report's seed, the case's name and the repeat alone. */
  readonly seed: number
  /** The score of each check, 0 to 1; 0 where the run or the check failed. */
  readonly scores: Readonly<Record<string, number>>
  /** Notes by check: its own, or the message of the error that it threw. */
  readonly notes: Readonly<Record<string, string>>
  /** Errors of the run or of its checks; empty for a run that went well. */
  readonly errors: readonly EvalFailure[]
  /** Milliseconds of the run without its checks. */
  readonly durationMs: number
  /** The usage that the result reports; null when it reports no tokens. */
  readonly usage: EvalUsage | null
}

export interface EvalFailure {
  /** Name of the check that threw; null for the run itself. */
  readonly check: string | null
  readonly name: string
  readonly message: string
  /** Null for an error without a code. */
  readonly code: string | null
}

/** The fields of a bill that are kept. */
export const usageFields = [
  ...(['modelCalls', 'inputTokens', 'outputTokens'] as const),
  ...(['cachedInputTokens', 'reasoningTokens', 'cost'] as const),
] as const

/** A bill; a field that is not reported is absent. */
export type EvalUsage = { readonly [Field in (typeof usageFields)[number]]?: number }

export interface EvalSummary {
  /** The summary of each check over all runs. */
  readonly checks: Readonly<Record<string, CheckSummary>>
  /** Runs with at least one error. */
  readonly failed: number
  /** Sums over the runs that report a usage, of the fields that all of these have; null when there is no such run. */
  readonly usage: EvalUsage | null
}

export interface CheckSummary {
  /** Mean of the scores. */
  readonly mean: number
  /** Number of runs. */
  readonly n: number
  /**
   * Limits of the 95 % interval of the mean, by Wilson's score. For scores other than 0 and 1 the interval is wider than it need be, since they
   * vary less.
   */
  readonly low: number
  readonly high: number
}
