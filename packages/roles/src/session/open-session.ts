import type { SessionRun } from '@artoo/runtime'
import type { Outgoing } from '../messages/contracts.js'
import { type Circumstances, checkSession, type SessionOptions } from './check-session.js'
import { type ConversationTurn, inputAfter, turnsOf } from './turns.js'

/** A conversation in a journal. */
export interface OpenSession {
  readonly id: string
  /** The turns of the conversation as it is now, oldest first. */
  turns(): Promise<readonly ConversationTurn[]>
  /** Returns the message that begins a turn, with the last turns before it. `room`: characters of a conversation with a model. */
  recall(
    runs: readonly SessionRun[],
    turn: { readonly text: string; readonly room?: number | undefined },
  ): Promise<Extract<Outgoing<'host'>, { type: 'UserInput' }>>
}

/** @throws {ArtooError} `no_journal`, `invalid_option` naming the option. */
export function openSession(options: SessionOptions, circumstances: Circumstances): OpenSession {
  const journal = checkSession(options, circumstances)
  const { id, turns } = options
  return {
    id,
    turns: () => turnsOf(journal, id),
    recall: (runs, turn) => inputAfter(journal, runs, { ...turn, turns }),
  }
}
