import { detect } from '../detect/detect.js'
import type { EndStatus } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { overallConfidence } from '../session/overall.js'

type DegradationLevel = 0 | 1 | 2 | 3 | 4 | 5

/** The level to which a session's result is degraded, from 0, a full answer, to 5, no answer (section 4.3). */
export function degradationOf(state: SessionState, status: EndStatus): DegradationLevel {
  if (status === 'FAILURE') return failed(state)
  const confidence = overallConfidence(state)
  // The thresholds of high and medium stakes serve as bands of confidence, whatever the stakes of this session are.
  const { HIGH, MEDIUM } = protocol.answer
  if (confidence === null || confidence < MEDIUM) return 3
  if (confidence < HIGH) return 2
  return isComplete(state, status) ? 0 : 1
}

/** Level 4 for a failure that made the problem clearer. */
function failed(state: SessionState): DegradationLevel {
  const broke = state.aborted !== null || detect(state).some(({ severity }) => severity === 'CRITICAL')
  return state.problem.clarified !== null && !broke ? 4 : 5
}

function isComplete({ failing, removed, waived, synthesis, questions }: SessionState, status: EndStatus): boolean {
  const open = synthesis?.unanswered.length ?? questions.open.length
  const lost = Object.keys(failing).length + removed.length
  return status !== 'PARTIAL' && lost + open + waived.length === 0
}
