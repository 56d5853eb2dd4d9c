import type { Permissions } from '@artoo/tools'
import type { Limits } from './limits.js'

/** Facts about what a run is carried out with, by name: plain data that stands in the journal's first line. */
export type Facts = Readonly<Record<string, unknown>>

/** The first line of a run's journal, from which another process can continue the run. Plain data. */
export interface RunRecord {
  /** The version of the deciders: `System.version`. */
  readonly deciders: string
  /** The message that began it. */
  readonly begin: { readonly type: string }
  /** The settings that its deciders are made from. */
  readonly settings: unknown
  readonly limits: Limits
  /** The facts that it began with: tools, model ids. */
  readonly facts?: Facts | undefined
  readonly onUnanswered: OnUnanswered
  readonly permissions?: Permissions | undefined
  readonly fork?: ForkRecord | undefined
  /** The conversation that it is a turn of. */
  readonly session?: SessionTurn | undefined
}

/**
 * Handling of a question that no person answers. `refuse`: the call is refused, a question is answered with ''. `wait`:
 * the run waits for the answer, in any process and for any time.
 */
export type OnUnanswered = 'refuse' | 'wait'

/** The place of a run in a conversation; `turn` counts from 1. */
export interface SessionTurn {
  readonly id: string
  readonly turn: number
  /**
   * The number of the turn that it goes on from, 0 for the beginning: it takes the place of those between. A number, since `redact` sees every
   * text, and that turn may be removed. @defaultValue the turn numbered one less
   */
  readonly after?: number | undefined
}

/** The origin of a run that is a fork of another. */
interface ForkRecord {
  readonly taskId: string
  /** The last event that both have. */
  readonly at: string
  /** Ids of events that differ from those of the other run: the deciders need not have sent them. */
  readonly edited: readonly string[]
}
