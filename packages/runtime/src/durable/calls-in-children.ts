import type { Envelope, PayloadOf } from '@artoo/bus'
import type { HumanContracts } from '../people/human-contracts.js'

type Contracts = HumanContracts<string>

/**
 * The calls that a person has allowed, or carried out, in children of a run. A child is begun anew when the call that it belongs to is
 * made again, and then comes to the same calls.
 */
export interface CallsInChildren {
  /** Takes in an event of a child, or of a child's child. */
  saw(event: Envelope): void
  /** Whether a call with the idempotency key was allowed. */
  has(key: string): boolean
}

export function callsInChildren(history: readonly Envelope[]): CallsInChildren {
  const asked = new Map<string, string>()
  const allowed = new Set<string>()

  function saw({ taskId, type, payload }: Envelope): void {
    if (type === 'ChildEvent') saw((payload as { readonly event: Envelope }).event)
    if (type === 'ConfirmationRequest') {
      const { callId, idempotencyKey } = payload as PayloadOf<Contracts, 'ConfirmationRequest'>
      asked.set(`${taskId} ${callId}`, idempotencyKey)
    }
    if (type !== 'ConfirmationAnswer') return
    const answer = payload as PayloadOf<Contracts, 'ConfirmationAnswer'>
    const key = asked.get(`${taskId} ${answer.callId}`)
    if (key !== undefined && (answer.allowed || answer.done)) allowed.add(key)
  }

  for (const event of history) if (event.type === 'ChildEvent') saw(event)
  return { saw, has: (key) => allowed.has(key) }
}
