import type { Envelope } from '@artoo/bus'
import type { Effect, Unanswered } from '../scope/effect.js'

/** A request that has no answer in the log, and the policy of its effect. */
export interface UnansweredRequest {
  readonly request: Envelope
  readonly policy: Unanswered
}

/** Whether a message asks the effect for something. */
export function isRequest({ answers }: Effect, { type }: Envelope): boolean {
  return !answers || Object.hasOwn(answers, type)
}

/** Whether a message of the effect's own is the last word on a request. */
export function isAnswer({ answers }: Effect, requestType: string, { type }: Envelope): boolean {
  return !answers || (answers[requestType]?.includes(type) ?? false)
}

/** Whether a message asks for something whose end is not logged, such as storing a lesson. */
export function isNeverAnswered({ to, type }: Envelope, effects: readonly Effect[]): boolean {
  return effects.some(({ actor, answers }) => actor === to && answers?.[type]?.length === 0)
}

/**
 * The requests that a crash left unanswered, in the order of the log. A request that an effect made for a request of
 * its own is left out: once that one is answered it is not needed, and until then the effect will make it again.
 */
export function unansweredIn(events: readonly Envelope[], effects: readonly Effect[]): readonly UnansweredRequest[] {
  const byActor = new Map(effects.map((effect) => [effect.actor, effect]))
  const requests = new Map<string, { readonly request: Envelope; readonly effect: Effect }>()
  const answered = new Set<string>()
  for (const event of events) {
    const asked = event.causationId === null ? undefined : requests.get(event.causationId)
    if (asked && event.from === asked.effect.actor && isAnswer(asked.effect, asked.request.type, event)) {
      answered.add(asked.request.id)
    }
    const effect = byActor.get(event.to)
    if (effect && isRequest(effect, event)) requests.set(event.id, { request: event, effect })
  }
  return [...requests.values()]
    .filter(({ request: { id, causationId } }) => !answered.has(id) && !requests.has(causationId ?? ''))
    .map(({ request, effect }) => ({ request, policy: policyOf(effect, request) }))
}

function policyOf({ unanswered }: Effect, request: Envelope): Unanswered {
  return typeof unanswered === 'function' ? unanswered(request) : unanswered
}
