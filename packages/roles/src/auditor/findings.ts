import type { HandlerFailure, Notice, Refusal } from '@artoo/bus'
import type { ArtooEvent } from '../messages/contracts.js'
import { oneLine } from '../prompts/one-line.js'
import type { AnomalyCode, Found } from './task-trace.js'

/** An event that should not happen. The task id is '' when it concerns no single task. */
export interface Anomaly {
  readonly taskId: string
  readonly code: AnomalyCode
  readonly text: string
}

/** A message that a role was not allowed to send. */
export type Violation = Refusal & { readonly taskId: string }

/** A role that threw. */
export type Failure = HandlerFailure & { readonly taskId: string }

/** `at`: milliseconds since the Unix epoch. */
export type AuditFinding =
  | { readonly kind: 'anomaly'; readonly at: number; readonly anomaly: Anomaly }
  | { readonly kind: 'violation'; readonly at: number; readonly violation: Violation }
  | { readonly kind: 'failure'; readonly at: number; readonly failure: Failure }

const longestText = 500
/** Anomalies of one event. */
const mostAnomalies = 20

export function anomalyOf([code, text]: Found, { taskId, at }: Pick<ArtooEvent, 'taskId' | 'at'>): AuditFinding {
  return { kind: 'anomaly', at, anomaly: { taskId, code, text: oneLine(text, longestText) } }
}

/** The findings that an event gives cause for. */
export function findingsIn(event: ArtooEvent | Notice, found: readonly Found[]): readonly AuditFinding[] {
  const { taskId, at } = event
  if (event.type === 'bus.refused') {
    const reason = oneLine(event.payload.reason, longestText)
    return [{ kind: 'violation', at, violation: { ...event.payload, reason, taskId } }]
  }
  if (event.type === 'bus.handler_failed') {
    const message = oneLine(event.payload.message, longestText)
    return [{ kind: 'failure', at, failure: { ...event.payload, message, taskId } }]
  }
  return found.slice(0, mostAnomalies).map((one) => anomalyOf(one, event))
}
