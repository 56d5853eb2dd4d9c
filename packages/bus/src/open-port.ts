import { ArtooError } from '@artoo/spec'
import type { Draft, Envelope } from './envelope.js'
import type { PortScope, PublishOptions } from './port.js'

/** The part of a bus that a port uses. */
export interface Exchange {
  publish(draft: Draft): Envelope
  subscribe(address: Pick<Envelope, 'to' | 'taskId'>, handler: (envelope: Envelope) => void): () => void
  /** A handler of `actor` threw or rejected over `envelope`. */
  handlerFailed(actor: string, envelope: Envelope, error: unknown): void
}

export function openPort(actor: string, { taskId }: PortScope, exchange: Exchange) {
  const subscriptions = new Set<() => void>()
  const working = new Set<Promise<void>>()
  let open = true

  function assertOpen(what: string): void {
    if (!open) throw new ArtooError('port_closed', `${actor} ${what} after its port was closed`)
  }

  return {
    actor,
    publish({ type, to, payload }: Pick<Envelope, 'type' | 'to' | 'payload'>, options: PublishOptions = {}): Envelope {
      assertOpen(`published ${type}`)
      return exchange.publish({ taskId, causationId: options.causationId ?? null, from: actor, to, type, payload })
    },
    receive(handler: (envelope: Envelope) => void | PromiseLike<void>): () => void {
      assertOpen('asked to receive')
      // The message under delivery still reaches every handler that subscribed in time, but not one that has stopped. This
      // is undefined then, since V8 keeps what was in a long-lived Map until its next full collection.
      let active: typeof handler | undefined = handler
      const unsubscribe = exchange.subscribe({ to: actor, taskId }, (envelope) => {
        if (!active) return
        const noteFailure = (error: unknown) => exchange.handlerFailed(actor, envelope, error)
        try {
          const done = active(envelope)
          if (typeof done?.then !== 'function') return
          const work = Promise.resolve(done)
            .catch(noteFailure)
            .finally(() => working.delete(work))
          working.add(work)
        } catch (error) {
          noteFailure(error)
        }
      })
      const stop = () => {
        active = undefined
        unsubscribe()
        subscriptions.delete(stop)
      }
      subscriptions.add(stop)
      return stop
    },
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.all(working)
    },
    close(): void {
      open = false
      for (const stop of subscriptions) stop()
    },
  }
}
