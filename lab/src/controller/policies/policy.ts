import type { BlockedTarget, Cause, Directive, Observation, StopReason } from '@artoo/ggs'

/** What is to change about one failed outcome of the round. */
export interface Order {
  /** Its id. */
  readonly outcome: string
  /** `null`: try again. `deliver`: the part is left as it is. */
  readonly directive: Directive | null
  readonly blockedTools: readonly string[]
}

export interface End {
  readonly reason: StopReason
  /** `result`: a whole round, as right or near enough. `parts`: those that are done, the others named. `nothing`: none. */
  readonly delivers: 'result' | 'parts' | 'nothing'
  /** The round whose result is delivered. */
  readonly round: number
  /** The chance that the result is right, where the policy gives one. */
  readonly confidence?: number
}

export type Move =
  | { readonly end: End }
  | { readonly orders: readonly Order[]; readonly blockedTargets: readonly BlockedTarget[] }

/** What decides after each round, for one task. */
export type Decide = (observation: Observation, truth: Truth) => Move

/** What only an oracle may look at. */
interface Truth {
  /** By id of an outcome that failed, its true cause; null for one that was judged wrongly, `impossible` for what nothing can do. */
  readonly causeOf: (outcome: string) => Cause | 'impossible' | null
}

export interface Policy {
  readonly name: string
  /** The planner is sent the judge's words about causes. @defaultValue false */
  readonly words?: boolean
  /** Whether an executor is asked for a correction in the same round, after as many. @defaultValue always */
  readonly corrects?: (named: Cause | null, made: number) => boolean
  /** For a task of a family; what is learnt from task to task is learnt in the order of these calls. */
  start(task: { readonly family: string; readonly seed: number }): Decide
}

/** Rounds that a task may take: the first plan and three replans. */
export const mostRounds = 4
