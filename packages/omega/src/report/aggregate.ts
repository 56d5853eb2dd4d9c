import type { AgentMessage } from '../protocol/agent-message.js'
import type { SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import type { DeliberationReport, ReportedClaim, ReportedJudgement } from './deliberation-report.js'
import { distinct, stands } from './reported-claims.js'

const isGenesis = (agent: number) => agent <= 20
const mostInsights = 20

/** The result of each tier, for a reader who reads no more than that (section 5.3). */
export function aggregate(state: SessionState, claims: readonly ReportedClaim[]): DeliberationReport['byTier'] {
  const statements = (wanted: (claim: ReportedClaim) => boolean) =>
    claims.filter(wanted).map(({ statement }) => statement)
  const findings = (wanted: (message: AgentMessage) => boolean) =>
    distinct(state.messages.filter(wanted).flatMap(({ body }) => body.findings)).slice(0, mostInsights)
  const proposed = ({ proposedBy }: ReportedClaim) => isGenesis(proposedBy)
  const attacked = (claim: ReportedClaim) => judgedBy(claim, 'survival').length > 0
  const quality = state.messages.findLast(({ header }) => header.agentId === 52)?.summary
  return {
    genesis: {
      consensusFindings: statements((claim) => proposed(claim) && !isDisputed(claim) && claim.votes >= protocol.quorum),
      disputedFindings: statements((claim) => proposed(claim) && isDisputed(claim)),
      keyInsights: findings(({ header }) => header.agentTier === 'GENESIS'),
    },
    bridge: {
      formalizations: findings(({ header }) => header.agentId === 21),
      connectionsFound: findings(({ header }) => header.agentTier === 'BRIDGE' && header.agentId !== 21),
    },
    verification: {
      verifiedClaims: statements((claim) => verdictOn(claim) === 'verified'),
      failedClaims: statements((claim) => verdictOn(claim) === 'failed'),
      uncertainClaims: statements((claim) => verdictOn(claim) === 'uncertain'),
    },
    adversary: {
      survivedAttacks: statements((claim) => attacked(claim) && stands(claim) && !isWeakened(claim)),
      fellToAttacks: statements((claim) => attacked(claim) && claim.status === 'rejected'),
      modifiedByAttacks: statements((claim) => attacked(claim) && stands(claim) && isWeakened(claim)),
    },
    meta: {
      synthesis: state.synthesis?.answer ?? null,
      qualityAssessment: quality ? [quality.native, quality.verdict].filter(Boolean).join(': ') : null,
      remainingIssues: distinct([
        ...state.questions.open,
        ...(state.synthesis?.unanswered ?? []),
        ...state.contradictions.filter(({ resolution }) => !resolution).map(({ id, why }) => `${id}: ${why}`),
      ]),
    },
    fullReports: fullReports(state, claims),
  }
}

const judgedBy = ({ judgements }: ReportedClaim, ...kinds: readonly ReportedJudgement['kind'][]) =>
  judgements.filter(({ kind }) => kinds.includes(kind))

const isWeakened = (claim: ReportedClaim) => judgedBy(claim, 'survival').some(({ outcome }) => outcome !== 'survived')

const isDisputed = (claim: ReportedClaim) => claim.attackers.length > 0 || !stands(claim)

/** One that doubts is enough; claims that nobody verified are uncertain. */
function verdictOn(claim: ReportedClaim): 'verified' | 'failed' | 'uncertain' {
  const outcomes = judgedBy(claim, 'verification', 'check').map(({ outcome }) => outcome)
  if (outcomes.some((outcome) => outcome === 'doubted' || outcome === 'refuted')) return 'failed'
  return outcomes.includes('verified') ? 'verified' : 'uncertain'
}

/** The agents that refuted a claim, wrote the answer or judged it. */
function fullReports({ messages }: SessionState, claims: readonly ReportedClaim[]) {
  const reasons = new Map<number, string>()
  for (const { id, judgements } of claims) {
    for (const { agent, outcome } of judgements) {
      if (outcome === 'refuted')
        reasons.set(agent, `${reasons.has(agent) ? `${reasons.get(agent)}, ` : 'refuted '}${id}`)
    }
  }
  if (messages.some(({ body }) => body.synthesis)) reasons.set(51, 'wrote the answer')
  if (messages.some(({ header }) => header.agentId === 52)) reasons.set(52, 'judged its quality')
  return [...reasons].sort(([one], [other]) => one - other).map(([agent, reason]) => ({ agent, reason }))
}
