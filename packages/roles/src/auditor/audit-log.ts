import type { AuditFinding } from './findings.js'
import type { AuditReport } from './report.js'

/** A finding when it is found, a report at the end of each window. */
export type AuditEvent =
  | AuditFinding
  | { readonly kind: 'report'; readonly at: number; readonly report: Omit<AuditReport, 'previous'> }

/** The store that the auditor writes to, apart from all that agents can reach (paper 8). The auditor never reads it. */
export interface AuditLog {
  /** The path of its file. @defaultValue it has none */
  readonly path?: string | undefined
  /** Appends one event. The next one comes when this has settled. */
  append(event: AuditEvent): Promise<unknown>
}
