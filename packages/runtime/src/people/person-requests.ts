import type { Envelope, PayloadOf } from '@artoo/bus'
import type { HumanContracts } from './human-contracts.js'
import { type Question, questionsIn } from './question.js'

type Asked = PayloadOf<HumanContracts<string>, 'ConfirmationRequest'>

/** A question that waits for a person: plain data, to be shown anywhere. */
export type PersonRequest =
  | ({ readonly id: string; readonly kind: 'confirm'; readonly askedAt: number } & Omit<
      Asked,
      'key' | 'callId' | 'idempotencyKey'
    >)
  | (Question & { readonly askedAt: number })

/** The outcome of a run that waits for a person. Answer by `resume(taskId, { answers })`, in any process. */
export interface Waiting {
  readonly status: 'waiting'
  readonly taskId: string
  readonly requests: readonly PersonRequest[]
}

/** Whether a run waits for a person in place of having a result. */
export function isWaiting(outcome: unknown): outcome is Waiting {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && outcome.status === 'waiting'
}

/** The questions without an answer. A call has at most one: the last one that was asked about it. */
export function personRequestsIn(events: Iterable<Envelope>): readonly PersonRequest[] {
  const open = new Map<string, PersonRequest>()
  /** The questions of each request, by the id of the event. */
  const asked = new Map<string, readonly Question[]>()
  /** The requests of tools in the middle of a call, by the id of the call's request. */
  const inCalls = new Map<string | null, readonly string[]>()
  const close = (requestId: string | null) => {
    for (const question of asked.get(requestId ?? '') ?? []) open.delete(question.id)
  }
  for (const event of events) {
    const { type, from, id, payload, causationId } = event
    switch (type) {
      case 'ConfirmationRequest': {
        const request = confirmationIn(event)
        open.set(request.id, request)
        break
      }
      case 'ConfirmationAnswer':
        open.delete((payload as { readonly callId: string }).callId)
        break
      case 'ToolResult':
        open.delete((payload as { readonly id: string }).id)
        inCalls.get(causationId)?.forEach(close)
        break
      case 'ClarificationRequest':
        asked.set(id, questionsIn(event))
        if (from === 'tools') inCalls.set(causationId, [...(inCalls.get(causationId) ?? []), id])
        for (const question of questionsIn(event)) open.set(question.id, { ...question, askedAt: event.at })
        break
      case 'ClarificationAnswer':
        close(causationId)
        break
    }
  }
  return [...open.values()]
}

function confirmationIn({ at: askedAt, payload }: Envelope): PersonRequest {
  const { key: _, idempotencyKey: __, callId: id, ...asked } = payload as Asked
  return { id, kind: 'confirm', askedAt, ...asked }
}
