import { countedClaim } from '../evidence/counted.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { SessionEvent } from '../protocol/log-event.js'
import type { Reference } from '../protocol/report.js'
import type { Claim, Factor, SessionState } from '../protocol/state.js'
import { withEvidence, withFactor, withOpponent, withoutSupporter, withSupporter } from './claim.js'
import { settled } from './claims.js'
import { noted } from './timeline.js'

/** The factor of a check that holds, when the agent gave none. */
const checkWorth = 1.5

/**
 * Applies an agent's reference to a claim. A check that it names has to run first: until then the reference has no effect. An agent that
 * gives a factor is not counted as one more supporter: that would count one judgement twice.
 */
export function referred(state: SessionState, reference: Reference, message: AgentMessage): SessionState {
  const claim = countedClaim(state, reference.claim)
  if (claim === undefined || reference.check !== null) return state
  const factor = factorOf(claim, reference, message)
  const evident = evidenced(claim, reference, message.agent)
  return settled(
    state,
    sided(factor === null ? evident : withFactor(evident, factor), reference, message, factor !== null),
  )
}

function sided(claim: Claim, { type }: Reference, message: AgentMessage, weighs: boolean): Claim {
  const { agent, confidence, family, inputs } = message
  if (type === 'CONTRADICTS') return withOpponent(claim, agent)
  if (type !== 'SUPPORTS' || weighs) return claim
  // Its own claim it has put a number on before, which says more than the one for its whole report.
  const before = claim.supporters.find((supporter) => supporter.agent === agent)
  const own = claim.proposedBy === agent ? (before?.confidence ?? confidence) : confidence
  return withSupporter(claim, { agent, confidence: own, family, inputs })
}

/** Null when it gives none, or judges what it said itself: nobody is a witness in its own cause. */
function factorOf(claim: Claim, { factor, evidence }: Reference, { agent, tier, family }: AgentMessage): Factor | null {
  if (factor === null || claim.proposedBy === agent) return null
  const kind = tier === 'VERIFICATION' ? 'verification' : tier === 'ADVERSARY' ? 'survival' : null
  return kind && { kind, agent, family, value: factor, evidence }
}

function evidenced(claim: Claim, { type, evidence }: Reference, agent: number): Claim {
  return evidence === null ? claim : withEvidence(claim, { text: evidence, agent, type })
}

/**
 * Code ran a check. What it shows counts whatever models say; a check that fails is a failure of who named it, and of one that could not be
 * run the word of who named it is left.
 */
export function checked(state: SessionState, event: Extract<SessionEvent, { type: 'checked' }>): SessionState {
  const { agent, reference, holds, evidence } = event
  const name = reference.check?.name ?? 'a check'
  const outcome = holds === null ? 'could not be run' : holds ? 'holds' : 'doesn’t hold'
  const next = noted(state, 'CHECK', agent, `${name} of ${reference.claim} ${outcome}: ${evidence}`)
  const claim = countedClaim(next, reference.claim)
  const message = next.messages.findLast((one) => one.agent === agent)
  if (claim === undefined || message === undefined) return next
  // An explorer's check is of its own answer, for which it has spoken already.
  const isOwn = message.tier === 'GENESIS'
  if (holds === null) return isOwn ? next : referred(next, { ...reference, check: null }, message)
  // An agent whose own check of its answer fails has said nothing for it.
  if (!holds) return isOwn ? settled(next, withoutSupporter(claim, agent)) : next
  const value = checkValue(reference)
  const evident = evidenced(claim, { ...reference, evidence }, agent)
  const weighed =
    value === null ? evident : withFactor(evident, { kind: 'check', agent, family: 'code', value, evidence })
  return settled(next, sided(weighed, reference, message, value !== null))
}

/** The factor of a check that was run: 0 for a refutation; for support at least 1, even if the agent gave less. */
function checkValue({ type, factor }: Reference): number | null {
  if (type === 'CONTRADICTS') return 0
  return type === 'SUPPORTS' ? Math.max(1, factor ?? checkWorth) : null
}
