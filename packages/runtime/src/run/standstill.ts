import type { Envelope } from '@artoo/bus'
import { nextMacrotask } from '@artoo/spec'
import type { Effect } from '../scope/effect.js'
import { isAnswer, isNeverAnswered, isRequest } from './unanswered.js'

/**
 * Detects when a run can't continue without a person: every unanswered request is one to a person, or waits for one.
 */
export interface Standstill {
  /** Receives every message of the run. */
  saw(event: Envelope): void
  /** Marks a request as idle for the moment. The returned function takes that back. */
  hold(requestId: string): () => void
  /** Marks a request as waiting for a person who is not available. */
  park(requestId: string): void
}

export function standstill(effects: readonly Effect[], onStandstill: () => void): Standstill {
  const byActor = new Map(effects.map((effect) => [effect.actor, effect]))
  const open = new Map<string, { readonly effect: Effect; readonly type: string }>()
  const held = new Set<string>()
  let parked = false
  let looking = false

  const isStill = () => parked && [...open.keys()].every((id) => held.has(id))

  /** Two turns of the event loop, since an answer may lead to another request a moment later. */
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
