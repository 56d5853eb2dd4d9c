import { isIndependentlyVerified, valueOfClaim } from '../confidence/algebra.js'
import { correlationIn, votesOf } from '../confidence/correlation.js'
import type { Contradiction } from '../protocol/state.js'
import { standing } from '../session/claims.js'
import { unresolved } from '../session/contradictions.js'
import { type Detector, finding } from './finding.js'

/** Agents without which there is no success: they are sent to everything but trivial problems. */
export const gateAgents = [40, 44, 46, 48, 52] as const

const claimsOf = (found: readonly Contradiction[]) => [...new Set(found.flatMap(({ a, b }) => [a, b]))]
const idsOf = (found: readonly Contradiction[]) => found.map(({ id }) => id).join(', ')

/** More FATAL contradictions than the session can carry. */
export const cascade: Detector = {
  name: 'cascade',
  find: (state, { maxContradictions }) => {
    const fatal = unresolved(state).filter(({ severity }) => severity === 'FATAL')
    if (fatal.length <= maxContradictions) return []
    const message = `${fatal.length} fatal contradictions are unresolved: ${idsOf(fatal)}`
    return [finding('cascade', 'CRITICAL', message, { claims: claimsOf(fatal), blocksSuccess: true })]
  },
}

/** More contradictions of any severity than may be left open. */
export const contradictionHalt: Detector = {
  name: 'contradiction_halt',
  find: (state, { maxContradictions }) => {
    const open = unresolved(state)
    if (open.length <= maxContradictions) return []
    const message = `${open.length} contradictions are unresolved: ${idsOf(open)}`
    return [finding('contradiction_halt', 'SERIOUS', message, { claims: claimsOf(open) })]
  },
}

/** Agents whose last output was no use. */
export const agentFailure: Detector = {
  name: 'agent_failure',
  find: ({ failing }, { maxFailures }) =>
    Object.entries(failing).map(([key, failures]) => {
      const agent = Number(key)
      const severity = (gateAgents as readonly number[]).includes(agent) ? 'SERIOUS' : 'MODERATE'
      const times = failures >= maxFailures ? `${failures} times in a row, systematically` : `${failures} in a row`
      return finding('agent_failure', severity, `agent ${agent} failed: ${times}`, { agents: [agent] })
    }),
}

/** Outputs that came under another agent's name or tier. */
export const roster: Detector = {
  name: 'roster',
  find: ({ quarantined }) =>
    quarantined.flatMap(({ agent, faults }) =>
      faults
        .filter(({ code }) => code === 'roster')
        .map(({ message }) => finding('roster', 'MODERATE', message, { agents: [agent] })),
    ),
}

/**
 * A claim that matters and is sure only because voices that reason alike repeat each other. Its sureness is taken before
 * the deduction for reasoning alike: after it five agents at 0.9 would stand at 0.72 and pass, where one agent at 0.9
 * doesn't.
 */
export const falseConsensus: Detector = {
  name: 'false_consensus',
  find: (state, { sure, quorum }) => {
    const correlation = correlationIn(state)
    return standing(state)
      .filter(({ id, critical }) => critical || state.synthesis?.restsOn.includes(id))
      .filter((claim) => (valueOfClaim(claim, () => 0) ?? 0) >= sure && !isIndependentlyVerified(claim))
      .map((claim) => ({ claim, votes: votesOf(claim, correlation) }))
      .filter(({ votes }) => votes < quorum)
      .map(({ claim: { id, supporters }, votes }) =>
        finding('false_consensus', 'SERIOUS', `${id} rests on ${votes.toFixed(2)} independent voices and no check`, {
          claims: [id],
          agents: supporters.map(({ agent }) => agent),
          blocksSuccess: true,
        }),
      )
  },
}
