import type { AgentMessage } from '../protocol/agent-message.js'
import type { Reference } from '../protocol/agent-report.js'
import type { SessionEvent } from '../protocol/log-event.js'
import type { Claim, Factor, SessionState } from '../protocol/state.js'
import { withEvidence, withFactor, withOpponent, withSupporter } from './claim.js'
import { claimOf, settled } from './claims.js'
import { failed, noted } from './timeline.js'

const weights = { VERIFICATION: 'verification', ADVERSARY: 'survival' } as const satisfies Record<
  string,
  Factor['kind']
>

/** The factor of a check that holds, when the agent gave none. */
const checkWorth = 1.5

/**
 * Applies an agent's reference to a claim. A check that it names has to run first: until then the reference has no
 * effect. An agent that gives a factor is not counted as one more supporter: that would count one judgement twice.
 */
export function referred(state: SessionState, reference: Reference, message: AgentMessage): SessionState {
  const claim = claimOf(state, reference.claim)
  if (claim === undefined || reference.check !== null) return state
  const evident = evidenced(state, claim, reference, message.header.agentId)
  const factor = factorOf(state, claim, reference, message)
  const weighed = factor === null ? evident : withFactor(evident, factor)
  return settled(state, sided(weighed, reference, message, factor !== null))
}

function sided(claim: Claim, { type }: Reference, message: AgentMessage, weighs: boolean): Claim {
  const { header, summary, meta, dependencies } = message
  if (type === 'CONTRADICTS') return withOpponent(claim, header.agentId)
  if (type !== 'SUPPORTS' || weighs) return claim
  const { confidence } = summary
  const before = claim.supporters.find(({ agent }) => agent === header.agentId)
  return withSupporter(claim, {
    agent: header.agentId,
    // Its own claim it has put a number on before, which says more than the one for its whole report.
    confidence: claim.proposedBy === header.agentId ? (before?.confidence ?? confidence) : confidence,
    family: meta.family,
    inputs: dependencies.inputsUsed,
  })
}

/** Null when it gives none, or verifies what it said itself: nobody is a witness in its own cause. */
function factorOf(
  { iteration }: SessionState,
  claim: Claim,
  { factor, evidence }: Reference,
  { header: { agentId: agent, agentTier }, meta: { family } }: AgentMessage,
): Omit<Factor, 'independent'> | null {
  const kind = agentTier === 'VERIFICATION' || agentTier === 'ADVERSARY' ? weights[agentTier] : null
  if (kind === null || factor === null || (kind === 'verification' && claim.proposedBy === agent)) return null
  return { kind, agent, family, iteration, value: factor, evidence }
}

function evidenced({ iteration }: SessionState, claim: Claim, { type, evidence }: Reference, agent: number): Claim {
  return evidence === null ? claim : withEvidence(claim, { text: evidence, agent, iteration, type })
}

/** Code ran a check. What it shows counts whatever models say; a check that fails is a failure of who named it. */
export function checked(state: SessionState, event: Extract<SessionEvent, { type: 'checked' }>): SessionState {
  const { agent, reference, holds, evidence } = event
  const name = reference.check?.name ?? 'a check'
  const about = reference.claim ?? 'no claim'
  if (!holds) {
    const next = noted(state, 'CHECK', agent, `${name} of ${about} doesn't hold: ${evidence}`)
    return failed(next, 'REASONING', agent, `what agent ${agent} said of ${about} is void: ${name} shows ${evidence}`)
  }
  const next = noted(state, 'CHECK', agent, `${name} of ${about} holds: ${evidence}`)
  const claim = claimOf(next, reference.claim)
  if (claim === undefined) return next
  const evident = evidenced(next, claim, { ...reference, evidence }, agent)
  const message = next.messages.findLast(({ header }) => header.agentId === agent)
  const value = checkValue(reference)
  const weighed =
    value === null
      ? evident
      : withFactor(evident, { kind: 'check', agent, family: 'code', iteration: next.iteration, value, evidence })
  return settled(next, message === undefined ? weighed : sided(weighed, reference, message, value !== null))
}

/** The factor of a check that was run: 0 for a refutation; for support at least 1, even if the agent gave less. */
function checkValue({ type, factor }: Reference): number | null {
  if (type === 'CONTRADICTS') return 0
  return type === 'SUPPORTS' ? Math.max(1, factor ?? checkWorth) : null
}
