import type { ConversationTurn } from '@artoo/roles'
import type { Interrupted } from '@artoo/runtime'
import type { Run, RunOptions } from './options.js'

/** The options of one turn of a conversation. */
export interface TurnOptions extends RunOptions {
  /**
   * The task id of the turn that this one goes on from, null for the beginning: the turns after it are rewound. They stay in the journal, but are
   * no part of the conversation any more, in any process. A turn that is not in `turns()` ends this one as `host_failed` (`unknown_turn`).
   *
   * @example
   * const [first] = await session.turns()
   * await session.run('In Chinese, please', { after: first?.taskId ?? null })
   *
   * @defaultValue the newest turn
   */
  readonly after?: string | null | undefined
}

/** A conversation: each task is given the earlier ones. */
export interface Session<Else = Interrupted> {
  readonly id: string
  /**
   * Starts a task as `artoo.run` does, behind those under way in this session.
   *
   * @throws {ArtooError} as `artoo.run` does; `invalid_option` for `parent`.
   */
  readonly run: Run<Else, string, TurnOptions>
  /** The tasks of the conversation as it is now in order, oldest first: text, outcome and task id. */
  turns(): Promise<readonly ConversationTurn[]>
}
