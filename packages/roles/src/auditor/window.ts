import type { Notice } from '@artoo/bus'
import type { ArtooEvent } from '../messages/contracts.js'
import type { Anomaly, AuditFinding, Failure, Violation } from './findings.js'

/** The counts and findings since the auditor's last report. */
export interface AuditWindow {
  readonly tasksStarted: number
  /** Ended tasks by stop reason. */
  readonly tasksEnded: Readonly<Record<string, number>>
  readonly subtasks: number
  readonly corrections: number
  /** Model calls that were made again because the provider failed. */
  readonly retries: number
  readonly replans: number
  /** Directions of the loss over all replans. */
  readonly trend: { readonly improving: number; readonly flat: number; readonly worsening: number }
  readonly violations: readonly Violation[]
  readonly failures: readonly Failure[]
  readonly anomalies: readonly Anomaly[]
  /** Violations, failures and anomalies beyond the first hundred of each. */
  readonly omitted: number
}

export const emptyWindow: AuditWindow = {
  tasksStarted: 0,
  tasksEnded: {},
  subtasks: 0,
  corrections: 0,
  retries: 0,
  replans: 0,
  trend: { improving: 0, flat: 0, worsening: 0 },
  violations: [],
  failures: [],
  anomalies: [],
  omitted: 0,
}

/** Counts one event. */
export function counted(window: AuditWindow, event: ArtooEvent | Notice): AuditWindow {
  switch (event.type) {
    case 'TaskStarted':
      return { ...window, tasksStarted: window.tasksStarted + 1 }
    case 'FinalResult': {
      const { reason } = event.payload
      return { ...window, tasksEnded: { ...window.tasksEnded, [reason]: (window.tasksEnded[reason] ?? 0) + 1 } }
    }
    case 'SubTask':
      return event.to === 'R3' ? { ...window, subtasks: window.subtasks + 1 } : window
    case 'CorrectionSignal':
      return { ...window, corrections: window.corrections + 1 }
    case 'ModelRetry':
      return { ...window, retries: window.retries + 1 }
    case 'PlanDirective': {
      const { gradient } = event.payload
      const direction = gradient < 0 ? 'improving' : gradient > 0 ? 'worsening' : 'flat'
      const trend = { ...window.trend, [direction]: window.trend[direction] + 1 }
      return { ...window, replans: window.replans + 1, trend }
    }
    default:
      return window
  }
}

const mostFindings = 100

/** The window with one more finding; null when there is no more room for one of its kind. */
export function withFinding(window: AuditWindow, finding: AuditFinding): AuditWindow | null {
  const { violations, failures, anomalies } = window
  const added = <T>(list: readonly T[], one: T) => (list.length < mostFindings ? [...list, one] : null)
  switch (finding.kind) {
    case 'violation': {
      const more = added(violations, finding.violation)
      return more && { ...window, violations: more }
    }
    case 'failure': {
      const more = added(failures, finding.failure)
      return more && { ...window, failures: more }
    }
    case 'anomaly': {
      const more = added(anomalies, finding.anomaly)
      return more && { ...window, anomalies: more }
    }
    default:
      return finding satisfies never
  }
}
