import { type ContradictionDraft, severities } from '../protocol/agent-report.js'
import type { SessionEvent } from '../protocol/log-event.js'
import type { Contradiction, SessionState } from '../protocol/state.js'
import { claimOf, closed, rejected } from './claims.js'
import { failed, noted } from './timeline.js'

/** The contradictions that are not settled and that no fallen claim has closed. */
export function unresolved({ contradictions }: Pick<SessionState, 'contradictions'>): readonly Contradiction[] {
  return contradictions.filter(({ resolution }) => resolution === null)
}

/** A pair is one contradiction, whoever saw it and in whichever order: the gravest view of it counts. */
export function contradicted(state: SessionState, draft: ContradictionDraft, agent: number): SessionState {
  const { severity, why } = draft
  // A claim that was merged into another one is replaced by it; both may be the same then.
  const [a, b] = [claimOf(state, draft.a)?.id, claimOf(state, draft.b)?.id]
  if (a === undefined || b === undefined || a === b) return state
  const known = state.contradictions.find(
    (found) => (found.a === a && found.b === b) || (found.a === b && found.b === a),
  )
  if (known === undefined) {
    const id = `k${state.contradictions.length + 1}`
    const found = { id, a, b, severity, why, detectedBy: agent, detectedAt: state.updatedAt ?? '', resolution: null }
    const contradictions = [...state.contradictions, found]
    const next = noted({ ...state, contradictions }, 'CONTRADICTION', agent, `${id} ${severity}: ${a} and ${b}, ${why}`)
    return closed(failed(next, 'REASONING', null, `${a} and ${b} contradict each other: ${why}`))
  }
  // They stand in the order of their gravity.
  if (known.resolution !== null || severities.indexOf(severity) >= severities.indexOf(known.severity)) return state
  const contradictions = state.contradictions.map((found) => (found === known ? { ...found, severity, why } : found))
  return noted({ ...state, contradictions }, 'CONTRADICTION', agent, `${known.id} is ${severity}: ${why}`)
}

/** Which side holds. The first word counts; the side that doesn't hold is rejected. */
export function resolved(state: SessionState, event: Extract<SessionEvent, { type: 'resolved' }>): SessionState {
  const { contradiction: id, holds, why, by } = event
  const agent = by === 'user' ? null : by
  const known = state.contradictions.find((found) => found.id === id)
  if (known === undefined || known.resolution !== null)
    return noted(state, 'RESOLUTION', agent, `${id} ${known === undefined ? 'is not known' : 'was settled before'}`)
  const resolution = { holds, why, by, iteration: state.iteration }
  const contradictions = state.contradictions.map((found) => (found === known ? { ...found, resolution } : found))
  const next = noted({ ...state, contradictions }, 'RESOLUTION', agent, `${id} resolved, ${holds} holds: ${why}`)
  const losers = { a: [known.b], b: [known.a], both: [], neither: [known.a, known.b] }[holds]
  return losers.reduce((before, claim) => rejected(before, claim, `${id}: ${why}`), next)
}
