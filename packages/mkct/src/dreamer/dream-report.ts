import type { Pair } from '../consultation.js'

export interface DreamReport {
  readonly startedAt: number
  readonly endedAt: number
  /** Faded episodes and facts erased. */
  readonly forgotten: number
  /** Ids of the rules that went bankrupt. */
  readonly demoted: readonly string[]
  /** Ids of the new rules. */
  readonly promoted: readonly string[]
  /** Pairs that should have had a rule, and why they have none: told once for what asking again wouldn't change. */
  readonly problems: readonly DreamProblem[]
  readonly aborted: boolean
}

/** Plain JSON. */
export interface DreamProblem extends Pair {
  /**
   * Of the `ArtooError` that was thrown (`empty_rule`, `invalid_megram`, `duplicate_id`, `source_erased`, or any that
   * `distill` throws); else `distill_failed` or `rule_not_written`. A store that refuses everything is no problem of one
   * pair: the cycle rejects.
   */
  readonly code: string
  readonly message: string
}

/** The `cause` of what a cycle rejects with once it has begun. */
export interface DreamFailure {
  readonly error: unknown
  /** What was done until then, and stays done. */
  readonly report: DreamReport
}
