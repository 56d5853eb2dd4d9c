import type { Envelope } from '@artoo/bus'
import type { Effect } from '../scope/effect.js'
import type { Past } from './past.js'
import type { Emission } from './refold.js'
import { isNeverAnswered } from './unanswered.js'

/** The progress of a run before its first message was out. */
export interface Beginning {
  readonly hasStarted: boolean
  readonly hasBegun: boolean
}

interface Ways {
  readonly effects: readonly Effect[]
  publish(actor: string, message: Pick<Emission, 'to' | 'type' | 'payload'>, causationId: string | null): void
  redeliver(request: Envelope): void
  fail(message: string): void
}

/**
 * Delivers the requests that have no answer, then publishes the messages that were decided and are not in the log. The
 * log holds the first part of all messages that the deciders send, so this is the order in which they sent them: the
 * calls of one turn keep the model's order.
 */
export function resumeRun({ events, unsent, unanswered, result }: Past, ways: Ways): Beginning {
  for (const { request, policy } of unanswered) {
    // Lessons are still stored when the run has ended; nothing else is done then.
    if (result && !isNeverAnswered(request, ways.effects)) continue
    if (policy !== 'fail') ways.redeliver(request)
    else
      ways.fail(`${request.type} to ${request.to} was under way when its process ended, and can't be asked for again`)
  }
  for (const { from, to, type, payload, causationId } of result ? [] : unsent) {
    ways.publish(from, { to, type, payload }, causationId)
  }
  const isBeginning = ({ type, from, to }: Envelope) => from === 'host' && to !== 'log' && type !== 'Waited'
  const hasBegun = events.some((event) => isBeginning(event) && event.type !== 'TaskStarted')
  return { hasStarted: events.some(isBeginning), hasBegun }
}
