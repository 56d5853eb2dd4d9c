import { errorMessage } from '@artoo/spec'
import type { AuditEvent, AuditLog } from './audit-log.js'

/** Events that may wait for a slow log. */
const mostWaiting = 1_000

export interface LogWriter {
  /** Takes an event and returns at once; never throws. */
  write(event: AuditEvent): void
  /** Returns the losses since the last call, in words; null when there are none. */
  losses(): string | null
  /** Resolves when all events are written or lost. */
  settled(): Promise<void>
}

/** Writes one event after the other, and neither waits for the log nor grows with it. `prepare` may change what is written. */
export function createLogWriter(log: AuditLog, prepare: (event: AuditEvent) => AuditEvent): LogWriter {
  const waiting: AuditEvent[] = []
  let writing: Promise<void> | null = null
  let lost = 0
  let why = ''

  async function writeAll(): Promise<void> {
    // So that `writing` is set before it is taken back, even by a log that throws at once.
    await null
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      try {
        await log.append(prepare(event))
      } catch (error) {
        lose(errorMessage(error))
      }
    }
    writing = null
  }

  function lose(reason: string): void {
    lost++
    why = reason
  }

  return {
    write(event) {
      if (waiting.length >= mostWaiting) return lose(`${mostWaiting} are waiting`)
      waiting.push(event)
      writing ??= writeAll()
    },
    losses() {
      if (lost === 0) return null
      const text = `entries that the audit log lost: ${lost} (${why})`
      lost = 0
      return text
    },
    async settled() {
      await writing
    },
  }
}
