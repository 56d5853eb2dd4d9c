import type { ConversationTurn } from '@artoo/roles'
import type { Interrupted } from '@artoo/runtime'
import type { Run } from './options.js'

/** A conversation: each task is told of those before it. */
export interface Session<Else = Interrupted> {
  readonly id: string
  /**
   * Starts a task as `artoo.run` does, behind those under way in this session.
   *
   * @throws {ArtooError} as `artoo.run` does; `invalid_option` for `parent`.
   */
  readonly run: Run<Else>
  /** What was asked and what came of it, the first one first, with the id of its task. */
  turns(): Promise<readonly ConversationTurn[]>
}
