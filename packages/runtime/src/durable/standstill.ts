import type { Envelope } from '@artoo/bus'
import { nextMacrotask } from '@artoo/spec'
import type { Effect } from '../effect.js'
import { isAnswer, isNeverAnswered, isRequest } from './unanswered.js'

/** Knows when a run can't go on without a person: every request without an answer is one to a person, or waits for one. */
export interface Standstill {
  /** Hears every message of the run. */
  saw(event: Envelope): void
  /** A request that nothing is being done about for the moment. The returned function takes that back. */
  hold(requestId: string): () => void
  /** A request that waits for a person who isn't there. */
  park(requestId: string): void
}

export function standstill(effects: readonly Effect[], onStandstill: () => void): Standstill {
  const byActor = new Map(effects.map((effect) => [effect.actor, effect]))
  const open = new Map<string, { readonly effect: Effect; readonly type: string }>()
  const held = new Set<string>()
  let parked = false
  let looking = false

  const isStill = () => parked && [...open.keys()].every((id) => held.has(id))

  /** What ends now may begin something else a moment later. */
  async function look(): Promise<void> {
    if (looking || !isStill()) return
    looking = true
    await nextMacrotask()
    await nextMacrotask()
    looking = false
    if (isStill()) onStandstill()
  }

  return {
    saw(event) {
      const asked = event.causationId === null ? undefined : open.get(event.causationId)
      if (asked && event.from === asked.effect.actor && isAnswer(asked.effect, asked.type, event)) {
        open.delete(event.causationId ?? '')
        void look()
      }
      const effect = byActor.get(event.to)
      if (effect && isRequest(effect, event) && !isNeverAnswered(event, effects))
        open.set(event.id, { effect, type: event.type })
    },
    hold(requestId) {
      held.add(requestId)
      void look()
      return () => held.delete(requestId)
    },
    park(requestId) {
      parked = true
      held.add(requestId)
      void look()
    },
  }
}
