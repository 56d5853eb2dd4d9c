import type { Contracts, EnvelopeOf, MessageFrom, ReceivedBy } from './contract.js'
import type { Envelope } from './envelope.js'

export interface PortScope {
  /** The port sends and receives in this task only. */
  readonly taskId: string
}

export interface PublishOptions {
  /** The envelope that this message answers or follows from. */
  readonly causationId?: string
}

/**
 * One actor's door to the bus within one task. By its type it can send only what the contracts let the actor send, to
 * whom they let it; at run time the bus checks the same and refuses the rest.
 */
export interface Port<C extends Contracts, Actor extends string> {
  readonly actor: Actor
  /**
   * @throws {ArtooError} `message_forbidden` when no route allows it, `message_invalid` when the payload doesn't fit,
   * `port_closed` or `bus_closed` after the end.
   */
  publish(message: MessageFrom<C, Actor>, options?: PublishOptions): Envelope
  /**
   * Calls `handler` with every message to this actor in this task, in order. A promise that it returns is not awaited
   * before the next message; `idle()` waits for it. The returned function stops it.
   *
   * @throws {ArtooError} `port_closed` after the end.
   */
  receive(handler: (envelope: ReceivedBy<C, Actor> & EnvelopeOf<C>) => void | Promise<void>): () => void
  /** Resolves when no asynchronous handler of this port is at work; messages still on their way don't count. */
  idle(): Promise<void>
  /** Stops receiving and sending, also for handlers at work. */
  close(): void
}
