import type { LogEntry } from '../protocol/log-event.js'
import type { Claim, SessionState } from '../protocol/state.js'
import type { DeliberationReport } from './deliberation-report.js'

/** A session with what the algebra, the roster and the detectors say of it. */
export interface ReportInput {
  readonly state: SessionState
  /** The log from which the state was folded: only the log shows which agent used which output. */
  readonly log: readonly LogEntry[]
  /** The confidence of a claim; null when unknown. */
  readonly values: (claim: Claim) => number | null
  /** The number of independent voices that hold it. */
  readonly votes: (claim: Claim) => number
  /** The confidence of the whole answer; null when unknown. */
  readonly overall: number | null
  /** 0 to 5 (section 4.3). */
  readonly degradation: number
  readonly findings: DeliberationReport['findings']
  readonly agent: (id: number) => Pick<DeliberationReport['agents'][number], 'name' | 'tier'>
  /** Observations that would refute what is claimed, as the Falsifier (45) tells them. */
  readonly tests: readonly string[]
}
