import { type PersonRequest, questionsIn } from '@artoo/runtime'
import type { RunEvent } from '@artoo/sdk'
import type { PayloadOf } from './events.js'

/** A request that waits for a person. */
export interface Open {
  readonly request: PersonRequest
  /** The event that asked, and the one that led to it. */
  readonly eventId: string
  readonly causationId: string | null
}

/** The same requests as `personRequestsIn` finds, one event at a time. */
export function requestsAfter(open: readonly Open[], event: RunEvent): readonly Open[] {
  const { id: eventId, causationId, at: askedAt } = event
  switch (event.type) {
    case 'ConfirmationRequest': {
      const request = confirmationOf(event.payload, askedAt)
      return [...open.filter((one) => one.request.id !== request.id), { request, eventId, causationId }]
    }
    case 'ClarificationRequest': {
      const asked = questionsIn(event).map((question) => ({ ...question, askedAt }))
      return [...open, ...asked.map((request) => ({ request, eventId, causationId }))]
    }
    case 'ConfirmationAnswer':
      return without(open, ({ request }) => request.id === event.payload.callId)
    case 'ClarificationAnswer':
      return without(open, (one) => one.eventId === causationId)
    case 'ToolResult':
      return without(open, (one) => one.request.id === event.payload.id || isInCall(one, causationId))
    case 'FinalResult':
      return without(open, () => true)
    default:
      return open
  }
}

/** A question of a tool is over with its call. */
const isInCall = ({ request, causationId }: Open, call: string | null) =>
  request.kind !== 'confirm' && request.from === 'tools' && causationId === call

function confirmationOf(asked: PayloadOf<'ConfirmationRequest'>, askedAt: number): PersonRequest {
  const { key: _, idempotencyKey: __, callId: id, ...shown } = asked
  return { id, kind: 'confirm', askedAt, ...shown }
}

function without(open: readonly Open[], isOver: (one: Open) => boolean): readonly Open[] {
  return open.some(isOver) ? open.filter((one) => !isOver(one)) : open
}
