import type { ReferenceType } from '../protocol/agent-report.js'
import type { SessionState } from '../protocol/state.js'
import type { DeliberationReport, ReportedArgument, ReportedClaim } from './deliberation-report.js'
import { stands } from './reported-claims.js'

/** The highest verification or check that has evidence; without one the first support that has. */
export function strongestFor(claims: readonly ReportedClaim[], state: SessionState): ReportedArgument | null {
  const found = judged(claims).filter(({ outcome }) => outcome === 'verified')
  const [best] = found.sort(
    (one, other) => other.value - one.value || Number(other.independent) - Number(one.independent),
  )
  return best ? argumentOf(best) : told(claims, state, 'SUPPORTS')
}

/**
 * The argument with evidence that leaves the least of a claim; without one the first contradiction that has evidence.
 */
export function strongestAgainst(claims: readonly ReportedClaim[], state: SessionState): ReportedArgument | null {
  const found = judged(claims).filter(({ value }) => value < 1)
  const [worst] = found.sort(
    (one, other) => one.value - other.value || Number(other.independent) - Number(one.independent),
  )
  return worst ? argumentOf(worst) : told(claims, state, 'CONTRADICTS')
}

/** The agents that contradict a claim on which the answer rests, with the last statement of each. */
export function dissentFrom(claims: readonly ReportedClaim[], { messages, claims: all }: SessionState) {
  const dissent: DeliberationReport['dissent'] = []
  for (const { header, summary } of new Map(messages.map((one) => [one.header.agentId, one])).values()) {
    const against = claims.filter(({ id }) => all.find((one) => one.id === id)?.opponents.includes(header.agentId))
    if (against.length === 0) continue
    const { verdict, confidence } = summary
    dissent.push({ agent: header.agentId, verdict, confidence, claims: against.map(({ id }) => id) })
  }
  return dissent.sort((one, other) => one.agent - other.agent)
}

export function openContradictions({ contradictions, claims }: SessionState) {
  const sideOf = (id: string) => {
    const found = claims.find((claim) => claim.id === id)
    return { claim: id, statement: found?.statement ?? '', agents: found?.supporters.map(({ agent }) => agent) ?? [] }
  }
  return contradictions
    .filter(({ resolution }) => resolution === null)
    .map(({ id, severity, why, a, b }) => ({ id, severity, why, a: sideOf(a), b: sideOf(b) }))
}

const judged = (claims: readonly ReportedClaim[]) =>
  claims.flatMap(({ id, judgements }) =>
    judgements.flatMap((one) => (one.evidence ? { ...one, claim: id, evidence: one.evidence } : [])),
  )

function argumentOf({
  claim,
  agent,
  value,
  independent,
  evidence,
}: ReturnType<typeof judged>[number]): ReportedArgument {
  return { claim, agent, value, independent, evidence }
}

function told(
  claims: readonly ReportedClaim[],
  { messages }: SessionState,
  type: ReferenceType,
): ReportedArgument | null {
  const ids = claims.filter(stands).map(({ id }) => id)
  for (const { header, body } of messages) {
    const found = body.references.find((one) => one.type === type && one.evidence && ids.includes(one.claim ?? ''))
    if (found?.claim && found.evidence) {
      const { claim, factor, evidence } = found
      return { claim, agent: header.agentId, value: factor, independent: false, evidence }
    }
  }
  return null
}
