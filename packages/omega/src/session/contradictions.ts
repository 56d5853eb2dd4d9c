import { countedClaim } from '../evidence/counted.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import { type ContradictionDraft, severities } from '../protocol/report.js'
import type { SessionState } from '../protocol/state.js'
import { withFactor } from './claim.js'
import { closed, rejected, settled } from './claims.js'
import { noted } from './timeline.js'

/** A pair is one contradiction, whoever saw it and in whichever order: the gravest view of it counts. */
export function contradicted(state: SessionState, draft: ContradictionDraft, agent: number): SessionState {
  const { severity, why } = draft
  const [a, b] = [countedClaim(state, draft.a)?.id, countedClaim(state, draft.b)?.id]
  // A claim that was merged into another one is replaced by it; both may be the same then.
  if (a === undefined || b === undefined || a === b) return state
  const known = state.contradictions.find((found) =>
    [found.a, found.b].every((side) => [a, b].includes(countedClaim(state, side)?.id ?? side)),
  )
  if (known === undefined) {
    const id = `k${state.contradictions.length + 1}`
    const found = { id, a, b, severity, why, resolution: null }
    const contradictions = [...state.contradictions, found]
    return closed(
      noted({ ...state, contradictions }, 'CONTRADICTION', agent, `${id} ${severity}: ${a} and ${b}, ${why}`),
    )
  }
  // They stand in the order of their gravity.
  if (known.resolution !== null || severities.indexOf(severity) >= severities.indexOf(known.severity)) return state
  const contradictions = state.contradictions.map((found) => (found === known ? { ...found, severity, why } : found))
  return noted({ ...state, contradictions }, 'CONTRADICTION', agent, `${known.id} is ${severity}: ${why}`)
}

type Resolution = AgentMessage['resolutions'][number]

/**
 * Which side holds, by the resolver. As the protocol has it, its word is the last and the other side is rejected; measured, it is one judge's
 * word against the other side.
 */
export function resolved(
  state: SessionState,
  { contradiction: id, holds, why }: Resolution,
  message: AgentMessage,
): SessionState {
  const known = state.contradictions.find((found) => found.id === id)
  if (known === undefined || known.resolution !== null) return state
  const { agent, family } = message
  const resolution = { holds, why, by: agent }
  const contradictions = state.contradictions.map((found) => (found === known ? { ...found, resolution } : found))
  const next = noted({ ...state, contradictions }, 'RESOLUTION', agent, `${id} resolved, ${holds} holds: ${why}`)
  const losers = { a: [known.b], b: [known.a], both: [], neither: [known.a, known.b] }[holds]
  return losers.reduce((before, loser) => {
    const claim = countedClaim(before, loser)
    if (state.profile === 'paper') return rejected(before, loser, `${id}: ${why}`)
    const doubt = { kind: 'verification', agent, family, value: doubted, evidence: why } as const
    return claim ? settled(before, withFactor(claim, doubt)) : before
  }, next)
}

/** The factor of a judge that finds against a claim. */
const doubted = 0.6
