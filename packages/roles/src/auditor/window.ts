import type { HandlerFailure, Notice, Refusal } from '@artoo/bus'
import type { ArtooEvent } from '../messages/contracts.js'

/** What the auditor saw since its last report. */
export interface AuditWindow {
  readonly tasksStarted: number
  /** Ended tasks by stop reason. */
  readonly tasksEnded: Readonly<Record<string, number>>
  readonly subtasks: number
  readonly corrections: number
  readonly replans: number
  /** Directions of the loss over all replans. */
  readonly trend: { readonly improving: number; readonly flat: number; readonly worsening: number }
  /** Messages that a role was not allowed to send. */
  readonly violations: readonly (Refusal & { readonly taskId: string })[]
  /** Roles that threw. */
  readonly failures: readonly (HandlerFailure & { readonly taskId: string })[]
  /** What should not happen: see the texts. The task id is '' when it is about no single task. */
  readonly anomalies: readonly { readonly taskId: string; readonly text: string }[]
}

export const emptyWindow: AuditWindow = {
  tasksStarted: 0,
  tasksEnded: {},
  subtasks: 0,
  corrections: 0,
  replans: 0,
  trend: { improving: 0, flat: 0, worsening: 0 },
  violations: [],
  failures: [],
  anomalies: [],
}

/** Adds one event to the window. */
export function watch(window: AuditWindow, event: ArtooEvent | Notice): AuditWindow {
  const { taskId } = event
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
    case 'PlanDirective': {
      const { gradient } = event.payload
      const direction = gradient < 0 ? 'improving' : gradient > 0 ? 'worsening' : 'flat'
      const trend = { ...window.trend, [direction]: window.trend[direction] + 1 }
      return { ...window, replans: window.replans + 1, trend }
    }
    case 'bus.refused':
      return { ...window, violations: [...window.violations, { ...event.payload, taskId }] }
    case 'bus.handler_failed':
      return { ...window, failures: [...window.failures, { ...event.payload, taskId }] }
    default:
      return window
  }
}
