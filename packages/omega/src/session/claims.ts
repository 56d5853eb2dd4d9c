import { countedClaim, openContradictions } from '../evidence/counted.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { ClaimDraft } from '../protocol/report.js'
import type { Claim, SessionState } from '../protocol/state.js'
import { isRefuted, refutation, withAllOf, withoutSupporter, withSupporter } from './claim.js'
import { normalForm } from './normal-form.js'
import { noted } from './timeline.js'

// A claim that doesn't change is normalised once, however many others are compared with it.
const forms = new WeakMap<Claim, string>()
function formOf(claim: Claim): string {
  const known = forms.get(claim) ?? normalForm(claim.statement)
  forms.set(claim, known)
  return known
}

/**
 * Records an agent's answer: its voice for it, and for no other answer any more. A judge's answer is a voice only where the judge has given it
 * no factor: that would count one judgement twice.
 */
export function answered(state: SessionState, message: AgentMessage): SessionState {
  const { answer, agent, confidence } = message
  const claims = state.claims.map((claim) => (claim.isAnswer ? withoutSupporter(claim, agent) : claim))
  const next = { ...state, claims }
  if (answer === null || isJudged(next, answer, agent)) return next
  return stated(next, { statement: answer, confidence, critical: true }, message, true)
}

function isJudged(state: SessionState, answer: string, agent: number): boolean {
  const form = normalForm(answer)
  const known = state.claims.find((claim) => claim.isAnswer && formOf(claim) === form)
  return countedClaim(state, known?.id ?? 'c0')?.factors.some((factor) => factor.agent === agent) ?? false
}

/** Records an assertion of an agent: a new claim, or one more supporter of a known one. */
export function stated(
  state: SessionState,
  draft: ClaimDraft,
  { agent, family, inputs }: AgentMessage,
  isAnswer = false,
): SessionState {
  const form = normalForm(draft.statement)
  // An answer of one word and a statement of that word are two things.
  const said = state.claims.find((claim) => claim.isAnswer === isAnswer && formOf(claim) === form)
  const known = said && countedClaim(state, said.id)
  const claim: Claim = known ?? {
    id: `c${state.claims.length + 1}`,
    statement: draft.statement,
    isAnswer,
    critical: draft.critical,
    proposedBy: agent,
    ...{ supporters: [], opponents: [], factors: [], evidence: [], saidSame: [] },
    ...{ status: 'active', sameAs: null, basis: null },
  }
  const held = withSupporter(claim, { agent, confidence: draft.confidence, family, inputs })
  return settled(state, { ...held, critical: claim.critical || draft.critical })
}

/** The state with a claim as it is now, and with all that follows from that. */
export function settled(state: SessionState, claim: Claim): SessionState {
  const next = put(state, claim)
  const falls = claim.status === 'active' && isRefuted(claim, state.profile)
  return falls ? rejected(next, claim.id, refutation(claim)) : next
}

/**
 * Somebody says that these claims are one: whoever holds one of them holds it, under the first of their ids. Two agents have to say so of a
 * pair, of two families where there are two, since a family that errs would give a wrong answer the voices for a right one. Claims that a
 * judge finds to be right and wrong stay two, and so do those of which somebody says that both can't hold.
 */
export function saidToBeSame(state: SessionState, ids: readonly string[], by: Sayer): SessionState {
  const group = [...new Set(ids)].toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  const pairs = group.flatMap((one, index) => group.slice(index + 1).map((other) => [one, other] as const))
  const next = pairs.reduce((before, [one, other]) => pairSaid(before, one, other, by), state)
  return { ...next, synthesis: grounded(next, next.synthesis) }
}

type Sayer = Pick<AgentMessage, 'agent' | 'family'>

function pairSaid(state: SessionState, one: string, another: string, { agent, family }: Sayer): SessionState {
  const [kept, other] = [countedClaim(state, one), countedClaim(state, another)].toSorted(byId)
  if (!kept || !other || kept.id === other.id || kept.isAnswer !== other.isAnswer) return state
  if (!isStanding(kept.status) || !isStanding(other.status)) return state
  const saidSame = [...other.saidSame, { claim: kept.id, agent, family }]
  const told = put(state, { ...other, saidSame })
  const sayers = saidSame.filter((said) => countedClaim(state, said.claim)?.id === kept.id)
  if (!areEnough(state, sayers) || isContested(state, kept, other) || isSplit(kept, other)) return told
  const basis = `says the same as ${kept.id}, say agents ${[...new Set(sayers.map((said) => said.agent))].join(' and ')}`
  const given = put(told, { ...other, saidSame, status: 'abandoned', sameAs: kept.id, basis })
  return settled(noted(given, 'DECISION', agent, `${other.id} ${basis}`), withAllOf(kept, other))
}

const byId = (one: Claim | undefined, other: Claim | undefined) =>
  Number(one?.id.slice(1) ?? 0) - Number(other?.id.slice(1) ?? 0)

function areEnough({ messages }: SessionState, sayers: readonly Sayer[]): boolean {
  const agents = new Set(sayers.map(({ agent }) => agent))
  const families = new Set(sayers.map(({ family }) => family))
  const isOfOne = new Set(messages.map(({ family }) => family)).size === 1
  return agents.size >= 2 && (families.size >= 2 || isOfOne)
}

const isStanding = (status: Claim['status']) => status === 'active'

/** A judge finds one of them right and the other wrong. */
const isSplit = (one: Claim, other: Claim) =>
  one.factors.some(({ agent, kind, value }) =>
    other.factors.some((its) => its.agent === agent && its.kind === kind && (its.value - 1) * (value - 1) < 0),
  )

/** Somebody says that both can't hold. */
const isContested = (state: SessionState, one: Claim, other: Claim) =>
  openContradictions(state).some(({ a, b }) => [one.id, other.id].every((id) => id === a || id === b))

/** An answer rests on the claims that count, whichever of those that say the same it names, each once. */
export function grounded(state: SessionState, synthesis: SessionState['synthesis']): SessionState['synthesis'] {
  if (synthesis === null) return null
  const restsOn = [...new Set(synthesis.restsOn.map((id) => countedClaim(state, id)?.id ?? id))]
  return { ...synthesis, restsOn }
}

/** For good, with the contradictions that it was part of. */
export function rejected(state: SessionState, id: string, basis: string): SessionState {
  const claim = countedClaim(state, id)
  if (claim === undefined || claim.status === 'rejected') return state
  const next = put(state, { ...claim, status: 'rejected', basis })
  return closed(noted(next, 'FAILURE', claim.proposedBy, `${claim.id} rejected: ${claim.statement} (${basis})`))
}

/** Contradictions with a claim that fell are none any more. */
export function closed(state: SessionState): SessionState {
  let next = state
  for (const contradiction of state.contradictions) {
    if (contradiction.resolution !== null) continue
    const [a, b] = [contradiction.a, contradiction.b].map(
      (id) => !isStanding(countedClaim(state, id)?.status ?? 'active'),
    )
    if (!a && !b) continue
    const why = `${[a && contradiction.a, b && contradiction.b].filter(Boolean).join(' and ')} no longer stands`
    const resolution = { holds: a && b ? 'neither' : a ? 'b' : 'a', why, by: null } as const
    const contradictions = next.contradictions.map((known) =>
      known === contradiction ? { ...known, resolution } : known,
    )
    next = noted({ ...next, contradictions }, 'RESOLUTION', null, `${contradiction.id} closed: ${why}`)
  }
  return next
}

function put(state: SessionState, claim: Claim): SessionState {
  const index = Number(claim.id.slice(1)) - 1
  return { ...state, claims: state.claims.toSpliced(index, 1, claim) }
}
