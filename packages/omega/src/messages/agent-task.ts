import type { ToolDescriptor } from '@artoo/spec'
import { valueOfClaim } from '../confidence/algebra.js'
import { correlationIn, votesOf } from '../confidence/correlation.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { Synthesis } from '../protocol/agent-report.js'
import type { AgentCard } from '../protocol/card.js'
import type { Classification } from '../protocol/classification.js'
import type { Claim, Contradiction, Factor, SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { fullText, type OutputTier, summaryText, tierFor, verdictLine } from './output-tier.js'

/** A claim as agents are shown it. */
export interface ClaimView extends Pick<Claim, 'id' | 'statement' | 'critical' | 'status' | 'basis'> {
  /** 0 to 1; null while nothing is known. */
  readonly confidence: number | null
  /** Independent voices for it. */
  readonly votes: number
  readonly heldBy: readonly number[]
  readonly contradictedBy: readonly number[]
  /** The results of verification, checks and attacks. */
  readonly judgements: readonly Pick<Factor, 'agent' | 'kind' | 'value' | 'evidence'>[]
}

/** Another agent's output, at the length that the reader has use for. */
export interface OutputView {
  readonly agent: number
  readonly tier: OutputTier
  readonly text: string
}

/** All that an agent is told: plain data. */
export interface AgentTask {
  readonly agent: number
  readonly problem: string
  readonly classification: Classification
  readonly iteration: number
  /** The focus of this iteration; null for the problem itself. */
  readonly focus: string | null
  readonly claims: readonly ClaimView[]
  readonly contradictions: readonly Pick<Contradiction, 'id' | 'a' | 'b' | 'severity' | 'why'>[]
  readonly questions: readonly string[]
  /** The answer that a panel has come to so far; null before the first and for those who think for themselves. */
  readonly answer: Pick<Synthesis, 'answer' | 'restsOn'> | null
  readonly outputs: readonly OutputView[]
  /** The lessons of earlier sessions of this kind. */
  readonly lessons: readonly string[]
  /** The host's checks, for agents that verify and attack. */
  readonly checks: readonly ToolDescriptor[]
  /** Why its last report was quarantined, when it is asked again for that. */
  readonly rejected: readonly string[]
  /** That report; null when there is none to mend. */
  readonly rejectedReport: unknown
}

export interface TaskOptions extends Pick<AgentTask, 'checks' | 'rejected' | 'rejectedReport'> {
  /** Time or tokens run short: only lines are read. */
  readonly pressed: boolean
}

/**
 * The agents that read the claims behind the answer in full: the resolver, the synthesis and the gate (section 5.2).
 */
const readsInFull: ReadonlySet<number> = new Set([50, 51, 52])

/** A claim list that doesn't grow without end: critical ones first, then the latest. */
const mostClaims = 80

/** The task of an agent at the present state of the session. */
export function taskFor(card: AgentCard, session: SessionState, options: TaskOptions): AgentTask {
  const { problem, iteration, focus, recalled, questions, synthesis } = session
  const classification = problem.classification
  if (!classification) throw new Error('a problem is classified before anybody is asked')
  const isBlind = thinksAlone(card, session)
  // 46 adds up what the others found, and finds nothing itself.
  const maySeeChecks = card.tier === 'VERIFICATION' || (card.tier === 'ADVERSARY' && card.id !== 46)
  return {
    ...{ agent: card.id, problem: problem.clarified ?? problem.original, classification, iteration, focus },
    claims: isBlind ? [] : claimViews(session),
    contradictions: isBlind
      ? []
      : session.contradictions
          .filter(({ resolution }) => resolution === null)
          .map(({ id, a, b, severity, why }) => ({ id, a, b, severity, why })),
    questions: isBlind ? [] : questions.open,
    answer: isBlind || !synthesis ? null : { answer: synthesis.answer, restsOn: synthesis.restsOn },
    outputs: isBlind ? [] : shownOutputs(card, session, options),
    lessons: recalled.map(({ name, outcome, lesson }) => `${outcome} with ${name}: ${lesson}`),
    checks: maySeeChecks ? options.checks : [],
    ...{ rejected: options.rejected, rejectedReport: options.rejectedReport },
  }
}

/** Explorers of the first iteration are witnesses: who has read the others is none. */
export function thinksAlone({ tier, contract }: AgentCard, { iteration, trigger }: SessionState): boolean {
  const needsOthers = contract.requires.some(({ agents }) => agents.length > 0)
  return tier === 'GENESIS' && !needsOthers && (iteration <= 1 || trigger === 'clarified')
}

/** The claims of a session as they stand: all but those that were given up, 80 at most. */
export function claimViews(session: SessionState): readonly ClaimView[] {
  const { claims } = session
  const correlation = correlationIn(session)
  const known = claims.filter(({ status }) => status !== 'abandoned')
  const ordered =
    known.length <= mostClaims
      ? known
      : [...known]
          .sort((one, other) => Number(other.critical) - Number(one.critical) || numberOf(other) - numberOf(one))
          .slice(0, mostClaims)
  return ordered.map((claim) => ({
    ...{ id: claim.id, statement: claim.statement, critical: claim.critical, status: claim.status, basis: claim.basis },
    confidence: valueOfClaim(claim, correlation),
    votes: votesOf(claim, correlation),
    heldBy: claim.supporters.map(({ agent }) => agent),
    contradictedBy: claim.opponents,
    judgements: claim.factors.map(({ agent, kind, value, evidence }) => ({ agent, kind, value, evidence })),
  }))
}

const numberOf = ({ id }: Claim) => Number(id.slice(1))

/** The last valid output of each agent. */
function latestMessages({ messages }: Pick<SessionState, 'messages'>): readonly AgentMessage[] {
  return [...new Map(messages.map((message) => [message.header.agentId, message])).values()]
}

function shownOutputs(card: AgentCard, session: SessionState, { pressed }: TaskOptions): readonly OutputView[] {
  const wanted = new Set(card.contract.requires.flatMap(({ agents }) => agents))
  const threshold = proceedThreshold(session)
  const atOdds = inConflict(session)
  const holders = new Set(
    session.claims.filter(({ critical }) => critical).flatMap(({ supporters }) => supporters.map(({ agent }) => agent)),
  )
  return latestMessages(session)
    .filter(({ header }) => header.agentId !== card.id)
    .map((message) => {
      const { agentId } = message.header
      const critical = wanted.has(agentId) || holders.has(agentId)
      const purpose = readsInFull.has(card.id) ? 'detail' : 'overview'
      const tier = tierFor(message, { critical, conflict: atOdds.has(agentId), threshold, purpose, pressed })
      return { agent: agentId, tier, text: textOf(message, tier) }
    })
}

function textOf(message: AgentMessage, tier: OutputTier): string {
  switch (tier) {
    case 0:
      return verdictLine(message)
    case 1:
      return summaryText(message)
    case 2:
      return fullText(message)
    default:
      return tier satisfies never
  }
}

function inConflict({ contradictions, claims }: SessionState): ReadonlySet<number> {
  const open = new Set(contradictions.filter(({ resolution }) => resolution === null).flatMap(({ a, b }) => [a, b]))
  return new Set(
    claims
      .filter(({ id }) => open.has(id))
      .flatMap(({ supporters, opponents }) => [...supporters.map(({ agent }) => agent), ...opponents]),
  )
}

/**
 * The confidence from which the session proceeds: lower with high uncertainty, and never more than the answer itself
 * needs.
 */
export function proceedThreshold({ problem: { classification } }: Pick<SessionState, 'problem'>): number {
  if (!classification) return protocol.proceed
  const { uncertainty, stakes } = classification
  const usual = uncertainty === 'HIGH' ? protocol.proceedUncertain : protocol.proceed
  return Math.min(usual, protocol.answer[stakes])
}
