import type { LogEntry } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { foldLog } from '../session/fold.js'
import { agentFailure, cascade, contradictionHalt, falseConsensus, roster } from './contents.js'
import type { Detector, DetectorFinding, DetectorThresholds } from './finding.js'
import { circular, collapse, convergence, quality, resource, stall } from './progress.js'

/** The seven failures of section 4.1.1, the limits of A.3, and two more: false names and false consensus. */
const detectors: readonly Detector[] = [
  circular,
  collapse,
  cascade,
  contradictionHalt,
  agentFailure,
  convergence,
  resource,
  quality,
  stall,
  roster,
  falseConsensus,
]

/** All that is wrong with a session, by its log or by the state that this comes to. No model and no clock is asked. */
export function detect(
  session: readonly LogEntry[] | SessionState,
  thresholds: DetectorThresholds = protocol,
): readonly DetectorFinding[] {
  const state = isLog(session) ? foldLog(session) : session
  return detectors.flatMap(({ find }) => find(state, thresholds))
}

function isLog(session: readonly LogEntry[] | SessionState): session is readonly LogEntry[] {
  return Array.isArray(session)
}
