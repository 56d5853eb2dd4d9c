import type { EscalationLevel, SessionEvent } from '../protocol/log-event.js'
import { protocol } from '../protocol/thresholds.js'

export interface AgentFailure {
  /** In a row, this one included: at least 1. */
  readonly failures: number
  /** The agent that could do its work; null when there is none. */
  readonly substitute: number | null
  /** There is no session without it. */
  readonly mandatory: boolean
}

export interface FailureStep {
  readonly step: Extract<SessionEvent, { type: 'agent_recovery' }>['step']
  /** It failed systematically and isn't deployed again. */
  readonly remove: boolean
  readonly escalations: readonly { readonly from: EscalationLevel; readonly to: EscalationLevel }[]
}

/**
 * The next step after an agent's failure (sections 4.2.1 and 4.4). It gets a second try of its own, then a peer takes
 * its place; after three failures it is systematic, and its tier has to do without it. Without a peer, a mandatory
 * agent is tried once more and then halts the session; any other is skipped.
 */
export function nextStep({ failures, substitute, mandatory }: AgentFailure): FailureStep {
  if (failures <= 1) return { step: 'retry', remove: false, escalations: [] }
  const isSystematic = failures >= protocol.maxFailures
  const escalations = [isSystematic ? ({ from: 'peer', to: 'tier' } as const) : ({ from: 'self', to: 'peer' } as const)]
  if (substitute !== null) return { step: 'substitute', remove: isSystematic, escalations }
  if (!mandatory) return { step: 'skip', remove: isSystematic, escalations }
  return isSystematic
    ? { step: 'halt', remove: true, escalations: [...escalations, { from: 'tier', to: 'phi' }] }
    : { step: 'retry', remove: false, escalations }
}
