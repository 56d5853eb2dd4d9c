import type { SessionState } from '../protocol/state.js'
import type { protocol } from '../protocol/thresholds.js'

/** The severity of a finding, which decides what follows: halt, recover, work around, note (section 4.1.2). */
const findingSeverities = ['CRITICAL', 'SERIOUS', 'MODERATE', 'MINOR'] as const
export type FindingSeverity = (typeof findingSeverities)[number]

export const detectorNames = [
  'circular',
  'collapse',
  'cascade',
  'contradiction_halt',
  'agent_failure',
  'convergence',
  'resource',
  'quality',
  'stall',
  'roster',
  'false_consensus',
] as const
export type DetectorName = (typeof detectorNames)[number]

/** Something wrong with a session, as code sees it. */
export interface DetectorFinding {
  readonly detector: DetectorName
  readonly severity: FindingSeverity
  readonly message: string
  /** Ids of the claims concerned. */
  readonly claims: readonly string[]
  readonly agents: readonly number[]
  /** No success as long as it lasts. */
  readonly blocksSuccess: boolean
}

/** The numbers of appendix A that detectors go by. */
export type DetectorThresholds = {
  readonly [K in
    | 'collapse'
    | 'irrecoverable'
    | 'maxFailures'
    | 'maxContradictions'
    | 'stall'
    | 'divergence'
    | 'resources'
    | 'sure'
    | 'quorum']: (typeof protocol)[K] extends number ? number : never
}

export interface Detector {
  readonly name: DetectorName
  readonly find: (state: SessionState, thresholds: DetectorThresholds) => readonly DetectorFinding[]
}

export function finding(
  detector: DetectorName,
  severity: FindingSeverity,
  message: string,
  about: Partial<Pick<DetectorFinding, 'claims' | 'agents' | 'blocksSuccess'>> = {},
): DetectorFinding {
  return { detector, severity, message, claims: [], agents: [], blocksSuccess: false, ...about }
}
