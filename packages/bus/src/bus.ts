import { ArtooError, type Clock, type IdGenerator } from '@artoo/spec'
import mitt from 'mitt'
import type { Contracts, EnvelopeOf } from './contract.js'
import type { Envelope } from './envelope.js'
import { freeze } from './freeze.js'
import type { HandlerFailure, Notice, Refusal } from './notice.js'
import type { Port, PortScope, PublishOptions } from './port.js'
import { createTap, type Tap, type TapFeed, type TapOptions } from './tap.js'

export interface BusOptions<C extends Contracts> {
  readonly contracts: C
  readonly clock: Clock
  readonly ids: IdGenerator
  /** Called with every envelope in order, before anyone receives it. Lossless; what it throws fails the publish. */
  readonly log?: (envelope: EnvelopeOf<C> | Notice) => void
}

/**
 * A message bus that is also the log: what is published is numbered, logged, shown to taps and then delivered, one
 * message at a time and in order. Nothing published is ever dropped on its way to an actor.
 */
export interface Bus<C extends Contracts> {
  port<Actor extends string>(actor: Actor, scope: PortScope): Port<C, Actor>
  tap(options?: TapOptions): Tap<EnvelopeOf<C> | Notice>
  /** Ends every tap; publishing afterwards throws `bus_closed`. What is already published is still delivered. */
  close(): void
}

export function createBus<C extends Contracts>(options: BusOptions<C>): Bus<C> {
  const { contracts, clock, ids, log } = options
  const emitter = mitt<Record<string, Envelope>>()
  const taps = new Set<TapFeed<EnvelopeOf<C> | Notice>>()
  const queue: Envelope[] = []
  let draining = false
  let seq = 0
  let closed = false

  function record(draft: Omit<Envelope, 'id' | 'seq' | 'at'>): Envelope {
    const { payload, ...address } = draft
    const envelope = Object.freeze({ id: ids(), seq: ++seq, ...address, at: clock.now(), payload })
    const entry = envelope as unknown as EnvelopeOf<C> | Notice
    log?.(entry)
    for (const feed of taps) feed.push(entry)
    return envelope
  }

  function deliver(): void {
    for (let envelope = queue.shift(); envelope; envelope = queue.shift()) emitter.emit(addressOf(envelope), envelope)
    draining = false
  }

  function refuse(taskId: string, refusal: Refusal): never {
    record({ taskId, causationId: null, from: 'bus', to: 'log', type: 'bus.refused', payload: freeze(refusal) })
    throw new ArtooError(refusal.code, refusal.reason, { field: refusal.type })
  }

  function publish(draft: Omit<Envelope, 'id' | 'seq' | 'at'>): Envelope {
    const { taskId, from, to, type } = draft
    if (closed) throw new ArtooError('bus_closed', `${from} published ${type} after the bus was closed`)
    const rule = Object.hasOwn(contracts, type) ? contracts[type] : undefined
    if (!rule?.routes.some((route) => route[0] === from && route[1] === to)) {
      const reason = rule ? `${from} may not send ${type} to ${to}` : `there is no message type ${type}`
      return refuse(taskId, { code: 'message_forbidden', from, to, type, reason })
    }
    const parsed = rule.payload['~standard'].validate(draft.payload)
    if (parsed instanceof Promise) {
      throw new ArtooError('contract_async', `the payload schema of ${type} must validate synchronously`)
    }
    if (parsed.issues) {
      const reason = `${type} from ${from}: ${parsed.issues.map((issue) => issue.message).join('; ')}`
      return refuse(taskId, { code: 'message_invalid', from, to, type, reason })
    }
    const envelope = record({ ...draft, payload: freeze(parsed.value) })
    queue.push(envelope)
    if (!draining) {
      draining = true
      queueMicrotask(deliver)
    }
    return envelope
  }

  function port<Actor extends string>(actor: Actor, { taskId }: PortScope): Port<C, Actor> {
    const subscriptions = new Set<() => void>()
    const working = new Set<Promise<void>>()
    let open = true
    const failed = (envelope: Envelope, error: unknown) => {
      const payload: HandlerFailure = {
        actor,
        messageId: envelope.id,
        type: envelope.type,
        message: error instanceof Error ? error.message : String(error),
      }
      const causationId = envelope.id
      record({ taskId, causationId, from: 'bus', to: 'log', type: 'bus.handler_failed', payload: freeze(payload) })
    }
    const door = {
      actor,
      publish({ type, to, payload }: Pick<Envelope, 'type' | 'to' | 'payload'>, options: PublishOptions = {}) {
        if (!open) throw new ArtooError('port_closed', `${actor} published ${type} after its port was closed`)
        return publish({ taskId, causationId: options.causationId ?? null, from: actor, to, type, payload })
      },
      receive(handler: (envelope: Envelope) => void | Promise<void>) {
        const address = addressOf({ to: actor, taskId })
        const guarded = (envelope: Envelope) => {
          try {
            const done = handler(envelope)
            if (!(done instanceof Promise)) return
            const work = done.catch((error: unknown) => failed(envelope, error)).finally(() => working.delete(work))
            working.add(work)
          } catch (error) {
            failed(envelope, error)
          }
        }
        emitter.on(address, guarded)
        const stop = () => {
          emitter.off(address, guarded)
          if (emitter.all.get(address)?.length === 0) emitter.all.delete(address)
          subscriptions.delete(stop)
        }
        subscriptions.add(stop)
        return stop
      },
      async idle() {
        while (working.size > 0) await Promise.all(working)
      },
      close() {
        open = false
        for (const stop of subscriptions) stop()
      },
    }
    return door as unknown as Port<C, Actor>
  }

  return {
    port,
    tap(tapOptions = {}) {
      const feed = createTap<EnvelopeOf<C> | Notice>(tapOptions, () => taps.delete(feed))
      if (closed) feed.tap.close()
      else taps.add(feed)
      return feed.tap
    },
    close() {
      closed = true
      for (const { tap } of taps) tap.close()
    },
  }
}

function addressOf({ to, taskId }: Pick<Envelope, 'to' | 'taskId'>): string {
  return JSON.stringify([to, taskId])
}
