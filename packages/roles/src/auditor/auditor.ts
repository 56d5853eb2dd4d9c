import type { Notice, Tap } from '@artoo/bus'
import { type Clock, errorMessage } from '@artoo/spec'
import { countOption } from '../count-option.js'
import type { ArtooEvent } from '../messages/contracts.js'
import { emptyTrace, type TaskTrace, trace } from './anomalies.js'
import { type AuditWindow, emptyWindow, watch } from './window.js'

export interface AuditReport extends AuditWindow {
  /** Milliseconds since the Unix epoch. */
  readonly from: number
  readonly to: number
  /** Events that the auditor was too slow to see. */
  readonly dropped: number
  /** Systematic changes of behaviour against the windows before this one. */
  readonly drift: readonly string[]
}

export interface AuditorComponents {
  readonly tap: Tap<ArtooEvent | Notice>
  readonly clock: Clock
  /** Receives a report after every interval. Without it the auditor only answers on demand. */
  readonly onReport?: ((report: AuditReport) => void | Promise<void>) | undefined
  /** @defaultValue 300_000 (paper 8) */
  readonly intervalMs?: number | undefined
}

/** R6: has a tap and nothing else. It reports to the operator; no agent can instruct it, and it instructs none. */
export interface Auditor {
  /** Everything since the last report; starts a new window. */
  report(): Promise<AuditReport>
  close(): void
}

const endedKept = 100

/** A window with fewer subtasks than this says nothing about drift. */
const minSubtasks = 5

/** @throws {ArtooError} `invalid_option` when `intervalMs` is no whole number from 1. */
export function createAuditor({ tap, clock, onReport, ...options }: AuditorComponents): Auditor {
  const intervalMs = countOption('intervalMs', options.intervalMs ?? 300_000, 1)
  const traces = new Map<string, TaskTrace>()
  /** The last tasks that ended: kept for a while, to see what comes after their end. */
  const ended: string[] = []
  let window = emptyWindow
  let from = clock.now()
  let droppedBefore = 0
  let history = { subtasks: 0, corrections: 0 }
  let cancel = onReport && clock.schedule(intervalMs, periodic, { background: true })

  function see(event: ArtooEvent | Notice): void {
    const { taskId } = event
    const [task, anomaly] = trace(traces.get(taskId) ?? emptyTrace, event)
    // Stragglers of a forgotten task start no new trace: nothing would ever remove it.
    if (event.type === 'TaskStarted' || traces.has(taskId)) traces.set(taskId, task)
    if (event.type === 'FinalResult' && ended.push(taskId) > endedKept) traces.delete(ended.shift() ?? '')
    window = watch(window, event)
    if (anomaly) window = { ...window, anomalies: [...window.anomalies, { taskId, text: anomaly }] }
  }

  async function follow(): Promise<void> {
    for await (const event of tap) see(event)
  }

  function driftOf({ subtasks, corrections }: AuditWindow): readonly string[] {
    if (subtasks < minSubtasks || history.subtasks < minSubtasks) return []
    const now = corrections / subtasks
    const before = history.corrections / history.subtasks
    if (now <= 2 * before || now < 0.5) return []
    return [`R3: ${now.toFixed(2)} corrections per subtask, ${before.toFixed(2)} before`]
  }

  function take(): AuditReport {
    const dropped = tap.dropped - droppedBefore
    const report = Object.freeze({ ...window, from, to: clock.now(), dropped, drift: driftOf(window) })
    history = {
      subtasks: history.subtasks + window.subtasks,
      corrections: history.corrections + window.corrections,
    }
    window = emptyWindow
    from = report.to
    droppedBefore = tap.dropped
    return report
  }

  function periodic(): void {
    cancel = clock.schedule(intervalMs, periodic, { background: true })
    const deliver = async () => onReport?.(take())
    deliver().catch((error: unknown) => {
      const text = `a report was not taken: ${errorMessage(error)}`
      window = { ...window, anomalies: [...window.anomalies, { taskId: '', text }] }
    })
  }

  void follow()
  return {
    async report() {
      await tap.idle()
      return take()
    },
    close() {
      cancel?.()
      tap.close()
    },
  }
}
