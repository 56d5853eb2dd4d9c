import { ArtooError, type Clock, errorCode, errorMessage, type IdGenerator } from '@artoo/spec'
import { admitted } from './admitted.js'
import { assertContracts, type Contracts, type EnvelopeOf } from './contract.js'
import type { Draft, Envelope } from './envelope.js'
import type { HandlerFailure, Notice, Refusal } from './notice.js'
import { type Exchange, openPort } from './open-port.js'
import type { Port, PortScope } from './port.js'
import { createTap, type Tap, type TapFeed, type TapOptions } from './tap.js'

export interface BusOptions<C extends Contracts> {
  readonly contracts: C
  readonly clock: Clock
  /** The time of an envelope, in milliseconds since the Unix epoch, by the task's id. @defaultValue `clock.now()` */
  readonly timeOf?: ((taskId: string) => number) | undefined
  readonly ids: IdGenerator
  /**
   * Called with every envelope in order, before an actor receives it. If it throws, the publish fails with that error;
   * an error while it logs a failed handler fails the next publish instead. It must not publish.
   */
  readonly log?: (envelope: EnvelopeOf<C> | Notice) => void
}

/**
 * A message bus that is also the log. Each published message is numbered, logged, shown to the taps and then delivered,
 * one message at a time and in order. A published message is never dropped on its way to an actor.
 */
export interface Bus<C extends Contracts> {
  port<Actor extends string>(actor: Actor, scope: PortScope): Port<C, Actor>
  tap(options?: TapOptions): Tap<EnvelopeOf<C> | Notice>
  /** Continues an existing log: the next envelope has a number above this one. */
  countFrom(seq: number): void
  /**
   * Delivers a message that the log already holds, after those that are on their way. It is not logged again, and taps
   * do not see it.
   */
  redeliver(envelope: Envelope): void
  /**
   * Ends every tap. Publishing afterwards throws `bus_closed`; messages that are already published are still delivered.
   */
  close(): void
}

type Handler = (envelope: Envelope) => void

/** @throws {ArtooError} `invalid_contract` when a contract uses a name that the bus keeps for its own notices. */
export function createBus<C extends Contracts>({ contracts, clock, timeOf, ids, log }: BusOptions<C>): Bus<C> {
  assertContracts(contracts)
  type Entry = EnvelopeOf<C> | Notice
  const handlers = new Map<string, readonly Handler[]>()
  const taps = new Set<TapFeed<Entry>>()
  const queue: Envelope[] = []
  let delivering = false
  let recording = false
  let seq = 0
  let closed = false
  let owedLogError: { readonly error: unknown } | undefined

  function record({ taskId, causationId, from, to, type, payload }: Draft): Envelope {
    // Before the number is taken: the clock and the id generator may call code that publishes.
    const [id, at] = [ids(), timeOf ? timeOf(taskId) : clock.now()]
    const envelope = Object.freeze({ id, seq: seq + 1, taskId, causationId, from, to, type, at, payload })
    const entry = envelope as unknown as Entry
    recording = true
    try {
      log?.(entry)
    } finally {
      recording = false
    }
    seq++
    for (const feed of taps) feed.push(entry)
    return envelope
  }

  function deliver(): void {
    for (let envelope = queue.shift(); envelope; envelope = queue.shift()) {
      for (const handle of handlers.get(addressOf(envelope)) ?? []) handle(envelope)
    }
    delivering = false
  }

  function refuse({ taskId, causationId, from, to, type }: Draft, code: Refusal['code'], reason: string): never {
    const payload: Refusal = Object.freeze({ code, from, to, type, reason })
    record({ taskId, causationId, from: 'bus', to: 'log', type: 'bus.refused', payload })
    throw new ArtooError(code, reason, { field: type })
  }

  function admit(draft: Draft): unknown {
    try {
      return admitted(contracts, draft)
    } catch (error) {
      const code = errorCode(error)
      if (code !== 'message_forbidden' && code !== 'message_invalid') throw error
      return refuse(draft, code, errorMessage(error))
    }
  }

  function send(envelope: Envelope): void {
    queue.push(envelope)
    if (delivering) return
    delivering = true
    queueMicrotask(deliver)
  }

  const exchange: Exchange = {
    publish(draft) {
      if (closed) throw new ArtooError('bus_closed', `${draft.from} published ${draft.type} after the bus was closed`)
      if (recording) throw new ArtooError('publish_in_log', 'the log must not publish: do it in a microtask')
      if (owedLogError) {
        const { error } = owedLogError
        owedLogError = undefined
        throw error
      }
      const envelope = record({ ...draft, payload: admit(draft) })
      send(envelope)
      return envelope
    },
    subscribe(to, handler) {
      const address = addressOf(to)
      handlers.set(address, [...(handlers.get(address) ?? []), handler])
      return () => {
        const others = handlers.get(address)?.filter((one) => one !== handler) ?? []
        if (others.length > 0) handlers.set(address, others)
        else handlers.delete(address)
      }
    },
    handlerFailed(actor, { taskId, id, type }, error) {
      const message = errorMessage(error)
      const payload: HandlerFailure = Object.freeze({ actor, messageId: id, type, message })
      try {
        record({ taskId, causationId: id, from: 'bus', to: 'log', type: 'bus.handler_failed', payload })
      } catch (logError) {
        owedLogError = { error: logError }
      }
    },
  }

  return {
    port: <Actor extends string>(actor: Actor, scope: PortScope) =>
      openPort(actor, scope, exchange) as unknown as Port<C, Actor>,
    tap(options = {}) {
      const feed = createTap<Entry>(options, () => taps.delete(feed))
      if (closed) feed.tap.close()
      else taps.add(feed)
      return feed.tap
    },
    countFrom(number) {
      seq = Math.max(seq, number)
    },
    redeliver: send,
    close() {
      closed = true
      for (const { tap } of taps) tap.close()
    },
  }
}

function addressOf({ to, taskId }: Pick<Envelope, 'to' | 'taskId'>): string {
  return `${to.length} ${to}${taskId}`
}
