import { isVerified } from '../confidence/algebra.js'
import type { RecoveryKind, Trigger } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { claimOf } from '../session/claims.js'

/** The focus of another iteration, in words; null for the problem as it stands. */
export function focusOf(session: SessionState, trigger: Trigger, kind: RecoveryKind | null): string | null {
  switch (trigger) {
    case 'first':
    case 'clarified':
      return null
    case 'contradiction':
    case 'conflict':
      return `settle what contradicts: ${openPairs(session)}`
    case 'confidence':
      return `whether the claims hold on which the answer rests: ${restingOn(session)}`
    case 'gap':
      return `what is still open: ${session.questions.open.slice(0, 5).join('; ') || 'what nobody has looked at'}`
    case 'quality':
      return `what quality control found wanting: ${wanting(session)}`
    case 'recovery':
      return kind === null ? null : recoveries[kind](session)
    default:
      return trigger satisfies never
  }
}

const recoveries: Readonly<Record<RecoveryKind, (session: SessionState) => string>> = {
  constrain: () => 'narrow it down: which constraints must any answer meet, and which of the claims meet all of them?',
  decompose: ({ questions }) =>
    `one part of the problem first: ${questions.open[0] ?? 'the smallest part on which the rest depends'}`,
  pivot: () => 'an entirely different approach: what was tried so far did not lead to an answer',
  resolve_contradictions: (session) => `settle what contradicts: ${openPairs(session)}`,
  restore_confidence: (session) => `what can be known for sure, with evidence: ${restingOn(session)}`,
}

function openPairs({ contradictions }: SessionState): string {
  const open = contradictions.filter(({ resolution }) => resolution === null)
  return open.map(({ id, a, b }) => `${id} (${a}, ${b})`).join(', ') || 'the outputs that are at odds'
}

function restingOn({ synthesis, claims }: SessionState): string {
  const critical = claims.filter((claim) => claim.critical && claim.status === 'active').map(({ id }) => id)
  const ids = synthesis && synthesis.restsOn.length > 0 ? synthesis.restsOn : critical
  const unverified = ids.filter((id) => !isVerified(claimOf({ claims }, id) ?? { factors: [] })).slice(0, 12)
  const all = ids.slice(0, 12).join(', ') || 'the critical ones'
  return unverified.length === 0 ? all : `${all}; nobody has verified ${unverified.join(', ')}`
}

function wanting({ messages }: SessionState): string {
  const gate = messages.findLast(({ header }) => header.agentId === 52)
  return gate ? [gate.summary.verdict, ...gate.body.findings].join('; ') : 'it was not heard'
}
