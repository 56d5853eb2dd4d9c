import { protocol } from '../config.js'
import { detect } from '../detect/detect.js'
import type { EndStatus } from '../session/log-event.js'
import { overallConfidence } from '../session/overall.js'
import type { SessionState } from '../session/state.js'

type DegradationLevel = 0 | 1 | 2 | 3 | 4 | 5

export interface Degradation {
  readonly level: DegradationLevel
  readonly why: string
}

/** How much of an answer a session's result is, 0 the full one (section 4.3). */
export function degradationOf(state: SessionState, status: EndStatus): Degradation {
  if (status === 'FAILURE') return failed(state)
  const confidence = overallConfidence(state)
  const { HIGH, MEDIUM } = protocol.answer
  if (confidence === null || confidence < MEDIUM) return { level: 3, why: `confidence is ${shown(confidence)}` }
  if (confidence < HIGH) return { level: 2, why: `confidence is ${shown(confidence)}` }
  const lacks = missing(state, status)
  return lacks.length === 0
    ? { level: 0, why: 'full answer: all agents worked, nothing is left open' }
    : { level: 1, why: lacks.join('; ') }
}

/** A failure that made the problem clearer is worth that much. */
function failed(state: SessionState): Degradation {
  const broke = state.aborted !== null || detect(state).some(({ severity }) => severity === 'CRITICAL')
  return state.problem.clarified !== null && !broke
    ? { level: 4, why: 'no answer, but the problem is clearer than it was' }
    : { level: 5, why: 'no answer' }
}

function missing({ failing, removed, waived, synthesis, questions }: SessionState, status: EndStatus): string[] {
  const lost = [...new Set([...Object.keys(failing).map(Number), ...removed])]
  const open = synthesis?.unanswered.length ?? questions.open.length
  return [
    ...(status === 'PARTIAL' ? ['the answer is partial'] : []),
    ...(lost.length > 0 ? [`without agents ${lost.join(', ')}`] : []),
    ...(open > 0 ? [`${open} questions are unanswered`] : []),
    ...(waived.length > 0 ? [`waived: ${waived.join(', ')}`] : []),
  ]
}

const shown = (confidence: number | null) => confidence?.toFixed(2) ?? 'unknown'
