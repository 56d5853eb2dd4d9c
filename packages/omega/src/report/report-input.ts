import type { LogEntry } from '../session/log-event.js'
import type { Claim, SessionState } from '../session/state.js'
import type { DeliberationReport } from './deliberation-report.js'

/** A session with what the algebra, the roster and the detectors say of it. */
export interface ReportInput {
  readonly state: SessionState
  /** What the state was folded from: it alone tells who used what. */
  readonly log: readonly LogEntry[]
  /** How sure a claim is; null when nobody knows. */
  readonly values: (claim: Claim) => number | null
  /** How many independent voices hold it. */
  readonly votes: (claim: Claim) => number
  /** Of the whole answer; null when nobody knows. */
  readonly overall: number | null
  /** 0 to 5 (section 4.3). */
  readonly degradation: number
  readonly findings: DeliberationReport['findings']
  readonly agent: (id: number) => Pick<DeliberationReport['agents'][number], 'name' | 'tier'>
  /** Observations that would refute what is claimed, as the Falsifier (45) tells them. */
  readonly tests: readonly string[]
}
