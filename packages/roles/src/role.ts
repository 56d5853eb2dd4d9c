import type { Incoming, Outgoing, RoleId } from './messages/contracts.js'

/** The next state, and the messages to send because of it. */
export type Step<Actor extends string, State> = readonly [State, readonly Outgoing<Actor>[]]

/**
 * A role is a pure decision: no clock, no ids, no waiting. Everything it learns, model replies and tool results
 * included, reaches it as a message, so its state at any moment is a fold over the journal.
 */
export interface Role<Actor extends RoleId, State> {
  readonly actor: Actor
  readonly initial: State
  decide(state: State, message: Incoming<Actor>): Step<Actor, State>
}
