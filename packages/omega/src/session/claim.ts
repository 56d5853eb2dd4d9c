import type { Claim, ClaimEvidence, Factor, SessionState, Supporter } from '../protocol/state.js'
import { normalForm } from './normal-form.js'

/** The claim with one more supporter. The last word of an agent counts. */
export function withSupporter(claim: Claim, supporter: Supporter): Claim {
  const supporters = [...claim.supporters.filter(({ agent }) => agent !== supporter.agent), supporter]
  return { ...claim, supporters, opponents: claim.opponents.filter((agent) => agent !== supporter.agent) }
}

export function withoutSupporter(claim: Claim, agent: number): Claim {
  return { ...claim, supporters: claim.supporters.filter((supporter) => supporter.agent !== agent) }
}

/** The claim with one more opponent, who no longer supports it. */
export function withOpponent(claim: Claim, agent: number): Claim {
  if (claim.opponents.includes(agent)) return claim
  return { ...withoutSupporter(claim, agent), opponents: [...claim.opponents, agent] }
}

/** The claim with a factor in place of the one of its kind that the agent gave before. */
export function withFactor(claim: Claim, factor: Factor): Claim {
  const others = claim.factors.filter(({ kind, agent }) => kind !== factor.kind || agent !== factor.agent)
  return { ...claim, factors: [...others, factor] }
}

export function withEvidence(claim: Claim, evidence: ClaimEvidence): Claim {
  const form = normalForm(evidence.text)
  const known = claim.evidence.some(({ text }) => normalForm(text) === form)
  return known ? claim : { ...claim, evidence: [...claim.evidence, evidence] }
}

/** The claim with all judgements of another one that says the same. If an agent judged both, its word about this one counts. */
export function withAllOf(claim: Claim, other: Claim): Claim {
  const known = new Set(claim.supporters.map(({ agent }) => agent))
  let joined: Claim = {
    ...claim,
    critical: claim.critical || other.critical,
    isAnswer: claim.isAnswer || other.isAnswer,
  }
  for (const agent of other.opponents) if (!known.has(agent)) joined = withOpponent(joined, agent)
  for (const one of other.supporters) {
    if (!known.has(one.agent) && !claim.opponents.includes(one.agent)) joined = withSupporter(joined, one)
  }
  for (const evidence of other.evidence) joined = withEvidence(joined, evidence)
  const judged = new Set(claim.factors.map(({ kind, agent }) => `${kind} ${agent}`))
  for (const factor of other.factors)
    if (!judged.has(`${factor.kind} ${factor.agent}`)) joined = withFactor(joined, factor)
  return joined
}

/** By code, or, as the protocol has it, by a judge who leaves nothing of it. */
export const isRefuted = ({ factors }: Claim, profile: SessionState['profile']) =>
  factors.some(({ kind, value }) => value === 0 && (kind === 'check' || profile === 'paper'))

/** Through whom a claim came to nothing. */
export function refutation({ factors }: Claim): string {
  const fatal =
    factors.find(({ kind, value }) => kind === 'check' && value === 0) ?? factors.find(({ value }) => value === 0)
  return fatal === undefined ? 'nobody holds it' : `agent ${fatal.agent}: ${fatal.evidence ?? 'nothing of it survived'}`
}
