import { shortened } from '@artoo/spec'
import { isVerified } from '../confidence/algebra.js'
import { correlationIn } from '../confidence/correlation.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { ClaimDraft } from '../protocol/agent-report.js'
import type { Claim, SessionState } from '../protocol/state.js'
import { refutation, statusOf, withAllOf, withSupporter } from './claim.js'
import { normalForm } from './normal-form.js'
import { failed, noted, succeeded } from './timeline.js'

/** The claim of that id, or the one that counts in its place; undefined when there is none. */
export function claimOf({ claims }: Pick<SessionState, 'claims'>, id: string | null): Claim | undefined {
  const claim = id === null ? undefined : claims[Number(id.slice(1)) - 1]
  // It joined a claim with a lower id, so this ends.
  return claim && claim.sameAs !== null ? claimOf({ claims }, claim.sameAs) : claim
}

/** Claims that still stand, confirmed or not. */
export function standing({ claims }: Pick<SessionState, 'claims'>): readonly Claim[] {
  return claims.filter(({ status }) => status === 'active' || status === 'confirmed')
}

// A claim that doesn't change is normalised once, however many others are compared with it.
const forms = new WeakMap<Claim, string>()
function formOf(claim: Claim): string {
  const known = forms.get(claim) ?? normalForm(claim.statement)
  forms.set(claim, known)
  return known
}

/** Records an assertion of an agent: a new claim, or one more supporter of a known one. */
export function stated(
  state: SessionState,
  draft: ClaimDraft,
  { header, meta, dependencies }: AgentMessage,
): SessionState {
  const form = normalForm(draft.statement)
  const said = state.claims.find((claim) => formOf(claim) === form)
  const known = said && claimOf(state, said.id)
  const claim: Claim = known ?? {
    id: `c${state.claims.length + 1}`,
    statement: draft.statement,
    critical: draft.critical,
    proposedBy: header.agentId,
    proposedAt: state.updatedAt ?? header.timestamp,
    iteration: state.iteration,
    supporters: [],
    opponents: [],
    factors: [],
    evidence: [],
    status: 'active',
    sameAs: null,
    basis: null,
  }
  const revived = claim.status === 'abandoned' ? ({ ...claim, status: 'active', basis: null } as const) : claim
  const supporter = {
    agent: header.agentId,
    confidence: draft.confidence,
    family: meta.family,
    inputs: dependencies.inputsUsed,
  }
  const held = withSupporter({ ...revived, critical: claim.critical || draft.critical }, supporter)
  return settled(state, held)
}

/** The state with a claim as it is now, and with all that follows from that. */
export function settled(state: SessionState, claim: Claim): SessionState {
  const status = statusOf(claim, correlationIn(state))
  if (status === 'rejected' && claim.status !== 'rejected')
    return rejected(put(state, claim), claim.id, refutation(claim))
  const next = put(state, { ...claim, status })
  return status === 'confirmed' && claim.status !== 'confirmed'
    ? succeeded(next, 'INSIGHT', claim.proposedBy, `${claim.id} confirmed: ${claim.statement}`)
    : next
}

/**
 * Claims that say the same are one, under the first of their ids: whoever holds one of them holds it. Two of which somebody
 * says that both can't hold stay two until that is settled: or else a ruling would strike both.
 */
export function joined(state: SessionState, ids: readonly string[], by: number): SessionState {
  const known = new Set(ids.flatMap((id) => claimOf(state, id)?.id ?? []))
  const [first, ...others] = standing(state).filter(({ id }) => known.has(id))
  let next = state
  for (const { id } of others) {
    const [kept, other] = [first && claimOf(next, first.id), claimOf(next, id)]
    if (!kept || !other) continue
    const clash = openBetween(next, kept, other)
    if (clash) {
      next = noted(next, 'DECISION', by, `${id} is not joined to ${kept.id}, as agent ${by} would: ${clash} is open`)
      continue
    }
    const basis = `says the same as ${kept.id}, says agent ${by}`
    const given = put(next, { ...other, status: 'abandoned', sameAs: kept.id, basis })
    next = settled(noted(given, 'DECISION', by, `${id} ${basis}`), withAllOf(kept, other))
  }
  return { ...next, synthesis: grounded(next, next.synthesis) }
}

/** An answer rests on the claims that count, whichever of those that say the same it names, each once. */
export function grounded(state: SessionState, synthesis: SessionState['synthesis']): SessionState['synthesis'] {
  if (synthesis === null) return null
  const restsOn = [...new Set(synthesis.restsOn.map((id) => claimOf(state, id)?.id ?? id))]
  return { ...synthesis, restsOn }
}

function openBetween(state: SessionState, one: Claim, other: Claim): string | undefined {
  const sides = [one.id, other.id]
  return state.contradictions.find(
    ({ a, b, resolution }) =>
      resolution === null && [a, b].every((side) => sides.includes(claimOf(state, side)?.id ?? '')),
  )?.id
}

/** For good, with the contradictions that it was part of. */
export function rejected(state: SessionState, id: string, basis: string): SessionState {
  const claim = claimOf(state, id)
  if (claim === undefined) return state
  const next = put(state, { ...claim, status: 'rejected', basis })
  return closed(failed(next, 'REASONING', claim.proposedBy, `${id} rejected: ${claim.statement} (${basis})`))
}

/** All that is open and that nobody verified is given up, and kept by 55. What the answer rested on is no answer any more. */
export function abandoned(state: SessionState, reason: string): SessionState {
  const claims = state.claims.map((claim) =>
    claim.status === 'active' && !isVerified(claim)
      ? ({ ...claim, status: 'abandoned', basis: reason } as const)
      : claim,
  )
  const given = claims.filter((claim, index) => claim !== state.claims[index])
  const lost = given.map(({ id }) => id)
  const synthesis = state.synthesis?.restsOn.some((id) => lost.includes(id)) ? null : state.synthesis
  const told = given.slice(0, 3).map(({ id, statement }) => `${id} ${shortened(statement, 80)}`)
  const more = given.length > told.length ? ` and ${given.length - told.length} more` : ''
  const description = `approach abandoned with ${told.join('; ') || 'no claim'}${more}: ${reason}`
  return closed(failed({ ...state, claims, synthesis }, 'APPROACH', null, description))
}

/** Contradictions with a claim that fell are none any more. The record itself (53) closes them. */
export function closed(state: SessionState): SessionState {
  let next = state
  for (const contradiction of state.contradictions) {
    if (contradiction.resolution !== null) continue
    const a = hasFallen(claimOf(state, contradiction.a))
    const b = hasFallen(claimOf(state, contradiction.b))
    if (!a && !b) continue
    const holds = a && b ? 'neither' : a ? 'b' : 'a'
    const why = `${[a && contradiction.a, b && contradiction.b].filter(Boolean).join(' and ')} no longer stands`
    const resolution = { holds, why, by: 53, iteration: state.iteration } as const
    const contradictions = next.contradictions.map((known) =>
      known === contradiction ? { ...known, resolution } : known,
    )
    next = noted({ ...next, contradictions }, 'RESOLUTION', 53, `${contradiction.id} closed: ${why}`)
  }
  return next
}

function hasFallen(claim: Claim | undefined): boolean {
  return claim?.status === 'rejected' || claim?.status === 'abandoned'
}

function put(state: SessionState, claim: Claim): SessionState {
  const index = Number(claim.id.slice(1)) - 1
  return { ...state, claims: state.claims.toSpliced(index, 1, claim) }
}
