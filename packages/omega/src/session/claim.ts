import { checkedFactor, isIndependentlyVerified, valueOfClaim } from '../confidence/algebra.js'
import type { Correlation } from '../confidence/correlation.js'
import type { Claim, ClaimEvidence, ClaimStatus, Factor, Supporter } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { normalForm } from './normal-form.js'

/** The claim with one more supporter. The last word of an agent counts. */
export function withSupporter(claim: Claim, supporter: Supporter): Claim {
  const supporters = [...claim.supporters.filter(({ agent }) => agent !== supporter.agent), supporter]
  const opponents = claim.opponents.filter((agent) => agent !== supporter.agent)
  const factors = claim.factors.map((factor) => ({ ...factor, independent: isIndependent(factor, supporters) }))
  return { ...claim, supporters, opponents, factors }
}

/** The claim with one more opponent, who no longer supports it. */
export function withOpponent(claim: Claim, agent: number): Claim {
  if (claim.opponents.includes(agent)) return claim
  const supporters = claim.supporters.filter((supporter) => supporter.agent !== agent)
  const factors = claim.factors.map((factor) => ({ ...factor, independent: isIndependent(factor, supporters) }))
  return { ...claim, supporters, opponents: [...claim.opponents, agent], factors }
}

/** The claim with a factor in place of the one of its kind that the agent gave before. */
export function withFactor(claim: Claim, given: Omit<Factor, 'independent'>): Claim {
  const before = claim.factors.find(({ kind, agent }) => kind === given.kind && agent === given.agent)
  const factor = checkedFactor({
    ...given,
    iteration: before?.iteration ?? given.iteration,
    independent: isIndependent(given, claim.supporters),
  })
  return { ...claim, factors: [...claim.factors.filter((known) => known !== before), factor] }
}

export function withEvidence(claim: Claim, evidence: ClaimEvidence): Claim {
  const form = normalForm(evidence.text)
  const known = claim.evidence.some(({ text }) => normalForm(text) === form)
  return known ? claim : { ...claim, evidence: [...claim.evidence, evidence] }
}

/**
 * The claim with all judgements of another one that says the same. If an agent judged both, its word about this one
 * counts.
 */
export function withAllOf(claim: Claim, other: Claim): Claim {
  const known = new Set(claim.supporters.map(({ agent }) => agent))
  let joined: Claim = { ...claim, critical: claim.critical || other.critical }
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

function isIndependent({ kind, family }: Omit<Factor, 'independent'>, supporters: readonly Supporter[]): boolean {
  return kind === 'check' || family === 'code' || supporters.every((supporter) => supporter.family !== family)
}

/**
 * The status of a claim by the present evidence. Rejected is final, abandoned lasts until an agent makes the claim
 * again.
 */
export function statusOf(claim: Claim, correlation: Correlation): ClaimStatus {
  if (claim.status === 'rejected' || claim.status === 'abandoned') return claim.status
  const value = valueOfClaim(claim, correlation)
  if (value === 0) return 'rejected'
  return isIndependentlyVerified(claim) && value !== null && value > protocol.sure ? 'confirmed' : 'active'
}

/** Through whom a claim came to nothing. */
export function refutation({ factors }: Claim): string {
  const fatal = factors.find(({ value }) => value === 0)
  if (fatal === undefined) return 'nobody who holds it gives it any confidence'
  return `agent ${fatal.agent}: ${fatal.evidence ?? 'nothing of it survived'}`
}
