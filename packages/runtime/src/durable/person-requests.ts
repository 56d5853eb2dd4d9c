import type { Envelope, PayloadOf } from '@artoo/bus'
import type { HumanContracts } from '../effects/human/human-contracts.js'

type Asked = PayloadOf<HumanContracts<string>, 'ConfirmationRequest'>

/** A question that waits for a person: plain data, to be shown wherever that person is. */
export type PersonRequest =
  | ({ readonly id: string; readonly kind: 'confirm'; readonly askedAt: number } & Omit<
      Asked,
      'key' | 'callId' | 'idempotencyKey'
    >)
  | { readonly id: string; readonly kind: 'clarify'; readonly askedAt: number; readonly questions: readonly string[] }

/** What awaiting a run gives that waits for a person: answer by `resume(taskId, { answers })`, in whatever process. */
export interface Waiting {
  readonly status: 'waiting'
  readonly taskId: string
  readonly requests: readonly PersonRequest[]
}

/** Whether a run waits for a person in place of having a result. */
export function isWaiting(outcome: unknown): outcome is Waiting {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && outcome.status === 'waiting'
}

/** Questions without an answer. A call has one: the last one that was asked about it. */
export function personRequestsIn(events: Iterable<Envelope>): readonly PersonRequest[] {
  const open = new Map<string, PersonRequest>()
  for (const { type, id, at: askedAt, payload, causationId } of events) {
    if (type === 'ConfirmationRequest') {
      const { key: _, idempotencyKey: __, callId, ...asked } = payload as Asked
      open.set(callId, { id: callId, kind: 'confirm', askedAt, ...asked })
    }
    if (type === 'ConfirmationAnswer') open.delete((payload as { readonly callId: string }).callId)
    if (type === 'ToolResult') open.delete((payload as { readonly id: string }).id)
    if (type === 'ClarificationRequest') {
      open.set(id, { id, kind: 'clarify', askedAt, ...(payload as { readonly questions: readonly string[] }) })
    }
    if (type === 'ClarificationAnswer' && causationId !== null) open.delete(causationId)
  }
  return [...open.values()]
}
