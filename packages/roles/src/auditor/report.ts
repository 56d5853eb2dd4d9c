import type { AuditWindow } from './window.js'

export interface AuditReport extends AuditWindow {
  /** Milliseconds since the Unix epoch. */
  readonly from: number
  readonly to: number
  /** Events that the auditor was too slow to see. */
  readonly dropped: number
  /** False when the answer couldn't wait for all events that were on their way; the next report counts them. */
  readonly complete: boolean
  /** Systematic changes of a role's behaviour against its own past. */
  readonly drift: readonly string[]
  /** The window before this one, when its end came and nobody was there to take its report. */
  readonly previous: AuditReport | null
}
