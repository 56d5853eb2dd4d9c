import { type Usage, withCall } from '@artoo/runtime'
import type { RunEvent } from '@artoo/sdk'
import type { PayloadOf } from './events.js'

/** The bill, and the room that the main conversation takes. */
export interface Spent {
  readonly byRole: Usage
  readonly context: ContextUse | null
}

/** The last model call of the main conversation: that of the work, before it begins any. */
interface ContextUse {
  readonly role: string
  readonly modelId: string
  readonly inputTokens: number
  readonly cachedInputTokens: number
}

export const notSpent: Spent = { byRole: {}, context: null }

export function spentAfter(spent: Spent, event: RunEvent): Spent {
  if (event.type === 'ModelCall') {
    return { byRole: withCall(spent.byRole, event.payload), context: contextAfter(spent.context, event.payload) }
  }
  const child = event.type === 'ChildEvent' ? modelCallIn(event.payload.event) : null
  return child === null ? spent : { ...spent, byRole: withCall(spent.byRole, child) }
}

function contextAfter(before: ContextUse | null, call: PayloadOf<'ModelCall'>): ContextUse | null {
  const { role, modelId, response, usage } = call
  if (response === null || (before?.role === 'R3' && role !== 'R3')) return before
  const { inputTokens, cachedInputTokens = 0 } = usage
  return { role, modelId, inputTokens, cachedInputTokens }
}

interface Happened {
  readonly type: string
  readonly payload: unknown
}

/** The model call in an event of a child, or of a child of it. */
function modelCallIn({ type, payload }: Happened): PayloadOf<'ModelCall'> | null {
  if (type === 'ModelCall') return payload as PayloadOf<'ModelCall'>
  return type === 'ChildEvent' ? modelCallIn((payload as PayloadOf<'ChildEvent'>).event) : null
}
