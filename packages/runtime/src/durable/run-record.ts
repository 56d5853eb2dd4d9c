import type { Permissions } from '@artoo/tools'
import type { Limits } from '../run/limits.js'
import type { Facts } from './circumstances.js'

/** What stands at the beginning of a run's journal, so that another process can go on with it. Plain data. */
export interface RunRecord {
  /** The version of the deciders: `System.version`. */
  readonly deciders: string
  /** The message that began it. */
  readonly begin: { readonly type: string }
  /** What its deciders were made from. */
  readonly settings: unknown
  readonly limits: Limits
  /** What it began with: tools, model ids. */
  readonly facts?: Facts | undefined
  readonly onUnanswered: OnUnanswered
  readonly permissions?: Permissions | undefined
  readonly fork?: ForkRecord | undefined
  /** The conversation that it is a turn of. */
  readonly session?: SessionTurn | undefined
}

/**
 * What becomes of a question that no person answers: the call is refused and the question answered with '', or the run
 * waits for the answer, in whatever process and as long as it takes.
 */
export type OnUnanswered = 'refuse' | 'wait'

/** Which turn of which conversation a run is, from 1. */
export interface SessionTurn {
  readonly id: string
  readonly turn: number
}

/** Where a run came from that is a fork of another. */
interface ForkRecord {
  readonly taskId: string
  /** The last event that both have. */
  readonly at: string
  /** Ids of events that say something else than in the run that they come from: no decider has to account for them. */
  readonly edited: readonly string[]
}
