import type { ConversationTurn } from '@artoo/roles'
import type { Interrupted } from '@artoo/runtime'
import type { Run } from './options.js'

/** A conversation: each task is given the earlier ones. */
export interface Session<Else = Interrupted> {
  readonly id: string
  /**
   * Starts a task as `artoo.run` does, behind those under way in this session.
   *
   * @throws {ArtooError} as `artoo.run` does; `invalid_option` for `parent`.
   */
  readonly run: Run<Else, string>
  /** The tasks of the conversation in order, oldest first: text, outcome and task id. */
  turns(): Promise<readonly ConversationTurn[]>
}
