import type { Contracts, EnvelopeOf, MessageFrom, ReceivedBy } from '@artoo/bus'
import { unheard } from '@artoo/spec'

/** The messages that `Actor` can receive. */
export type Incoming<C extends Contracts, Actor extends string> = ReceivedBy<C, Actor> & EnvelopeOf<C>

/** The next state, and the messages to send because of it. */
export type Step<C extends Contracts, Actor extends string, State> = readonly [State, readonly MessageFrom<C, Actor>[]]

/**
 * A pure decision: no clock, no ids, no waiting. Everything it learns, model replies and tool results included, reaches
 * it as a message, so its state at any moment is a fold over the journal.
 */
export interface Decider<C extends Contracts, Actor extends string, State> {
  readonly actor: Actor
  readonly initial: State
  decide(state: State, message: Incoming<C, Actor>): Step<C, Actor, State>
}

/** A decider of any system, with a state of unknown type. */
export interface AnyDecider {
  readonly actor: string
  readonly initial: unknown
  decide(state: never, message: never): readonly [unknown, readonly unknown[]]
}

interface DeciderPort {
  receive(handler: (message: { readonly id: string; readonly type: string }) => void): unknown
  publish(message: unknown, options: { readonly causationId: string }): unknown
}

/** Returns the message that is sent when a decider throws or sends a message that it may not. */
export type ReportFailure = (error: unknown) => { readonly type: string }

/**
 * Connects a decider to its port: each message is decided in turn, and the resulting messages are published. The state
 * changes once all of them are out. A failure is reported as a message, or, without `report`, left to the bus to log,
 * which ends the run.
 */
export function bindDecider(
  decider: AnyDecider,
  port: object,
  report?: ReportFailure,
  state: unknown = decider.initial,
): void {
  const { receive, publish } = port as DeciderPort
  let current = state
  receive((message) => {
    const options = { causationId: message.id }
    current = decideOnce(decider, current, message, report, (item) => publish(item, options))
  })
}

/** Decides one message and passes the resulting messages to `send`. Returns the state after it. */
export function decideOnce(
  decider: AnyDecider,
  state: unknown,
  message: { readonly type: string },
  report: ReportFailure | undefined,
  send: (message: unknown) => void,
): unknown {
  const decide = decider.decide as (state: unknown, message: unknown) => readonly [unknown, readonly unknown[]]
  try {
    const step = decide.call(decider, state, message)
    if (!Array.isArray(step)) unheard(step)
    const [next, outgoing] = step
    for (const item of outgoing) send(item)
    return next
  } catch (error) {
    const failure = report?.(error)
    // The receiver of failures may fail itself: without this check it would report its failure to report, for ever.
    if (!failure || failure.type === message.type) throw error
    send(failure)
    return state
  }
}
