import type { Notice, Tap } from '@artoo/bus'
import { type Redact, redacted } from '@artoo/runtime'
import { type Clock, countOption, errorMessage, within } from '@artoo/spec'
import type { ArtooEvent } from '../messages/contracts.js'
import type { AuditLog } from './audit-log.js'
import { createDrift } from './drift.js'
import { type AuditFinding, anomalyOf, findingsIn } from './findings.js'
import { createLogWriter } from './log-writer.js'
import type { AuditReport } from './report.js'
import type { Found } from './task-trace.js'
import { createTraces } from './traces.js'
import { counted, emptyWindow, withFinding } from './window.js'

export interface AuditorComponents {
  readonly tap: Tap<ArtooEvent | Notice>
  readonly clock: Clock
  /** Receives a report after every interval. If it is missing, the auditor only reports on demand. */
  readonly onReport?: ((report: AuditReport) => void | Promise<void>) | undefined
  /** Receives every finding at once, and every report. @defaultValue none */
  readonly log?: AuditLog | undefined
  /** Applied to every text that goes into the log. @defaultValue every text is kept */
  readonly redact?: Redact | undefined
  /** Length of a window. @defaultValue 300_000 (paper 8) */
  readonly intervalMs?: number | undefined
}

/** R6: has only a tap. It reports to the operator; no agent can instruct it, and it instructs none. */
export interface Auditor {
  /** Everything since the last report, within 3 s; starts a new window. */
  report(): Promise<AuditReport>
  /** Ends the last window. Resolves when the log has taken or lost all that was found. */
  close(): Promise<void>
}

/** Milliseconds that a report waits for events that are on their way to the auditor (paper 8: 3 s). */
const longestWaitMs = 2_500

/** @throws {ArtooError} `invalid_option` when `intervalMs` is not a whole number from 1. */
export function createAuditor({ tap, clock, onReport, log, redact, ...options }: AuditorComponents): Auditor {
  const intervalMs = countOption('intervalMs', options.intervalMs ?? 300_000, 1)
  const writer = log && createLogWriter(log, (event) => (redact ? redacted(event, redact) : event))
  const traces = createTraces()
  const drift = createDrift()
  let window = emptyWindow
  let from = clock.now()
  let droppedBefore = 0
  let untaken: AuditReport | null = null
  let cancel = clock.schedule(intervalMs, periodic, { background: true })

  function see(event: ArtooEvent | Notice): void {
    const found = traces.follow(event, tap.dropped)
    window = counted(window, event)
    drift.see(event)
    for (const finding of findingsIn(event, found)) note(finding)
  }

  function note(finding: AuditFinding): void {
    const next = withFinding(window, finding)
    window = next ?? { ...window, omitted: window.omitted + 1 }
    if (next) writer?.write(finding)
  }

  /** Notes a finding that concerns no single task. */
  function noteHere(...found: Found): void {
    note(anomalyOf(found, { taskId: '', at: clock.now() }))
  }

  async function follow(): Promise<void> {
    for await (const event of tap) see(event)
  }

  /** Resolves to whether the work was done in time. */
  async function inTime(work: () => Promise<void>): Promise<boolean> {
    const limit = { clock, timeoutMs: longestWaitMs, code: 'audit_behind' }
    return within(new AbortController().signal, limit, work).then(
      () => true,
      () => false,
    )
  }

  /** Ends the window. */
  function take(complete: boolean): AuditReport {
    const losses = writer?.losses()
    if (losses) noteHere('audit_log_incomplete', losses)
    const to = clock.now()
    const dropped = tap.dropped - droppedBefore
    const report = Object.freeze({ ...window, from, to, dropped, complete, drift: drift.judge() })
    writer?.write({ kind: 'report', at: to, report })
    window = emptyWindow
    from = to
    droppedBefore = tap.dropped
    const previous = untaken
    untaken = null
    return Object.freeze({ ...report, previous })
  }

  function periodic(): void {
    cancel = clock.schedule(intervalMs, periodic, { background: true })
    const report = take(true)
    if (!onReport) {
      untaken = Object.freeze({ ...report, previous: null })
      return
    }
    const deliver = async () => onReport(report)
    deliver().catch((error: unknown) => noteHere('report_not_taken', `a report was not taken: ${errorMessage(error)}`))
  }

  const following = follow()
  return {
    async report() {
      return take(await inTime(() => tap.idle()))
    },
    async close() {
      cancel()
      tap.close()
      take(await inTime(() => following))
      await writer?.settled()
    },
  }
}
