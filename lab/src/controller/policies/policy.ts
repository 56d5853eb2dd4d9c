import type { BlockedTarget, Directive, Observation, StopReason } from '@artoo/ggs'

/** What is to change about one failed outcome of the round. */
export interface Order {
  /** Its id. */
  readonly outcome: string
  /** `null`: try again. */
  readonly directive: Directive | null
  readonly blockedTools: readonly string[]
}

export type Move =
  | {
      readonly end: {
        readonly reason: StopReason /** The round that is delivered; `null`: nothing is. */
        readonly deliver: number | null
      }
    }
  | { readonly orders: readonly Order[]; readonly blockedTargets: readonly BlockedTarget[] }

/** What decides after each round, for one task. */
export type Decide = (observation: Observation, truth: Truth) => Move

/** What only an oracle may look at. */
interface Truth {
  /** By id of an outcome that failed, the move that its cause asks for. */
  readonly remedyOf: (outcome: string) => Directive
}

export interface Policy {
  readonly name: string
  /** For a task of a family; what is learnt from task to task is learnt in the order of these calls. */
  start(task: { readonly family: string; readonly seed: number }): Decide
}

/** Rounds that a task may take: the first plan and three replans. */
export const mostRounds = 4
