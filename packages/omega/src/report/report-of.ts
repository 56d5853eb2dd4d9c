import { ArtooError } from '@artoo/spec'
import { countedClaim, openContradictions } from '../evidence/counted.js'
import { bestAnswer, confidenceOf, shownStatus, voicesOf } from '../evidence/evidence.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import { type Tier, tiers } from '../protocol/card.js'
import type { LogEntry } from '../protocol/log-event.js'
import type { Claim, Factor, SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import type { Roster } from '../roster/roster.js'
import type { DeliberationReport, ReportedClaim, ReportedJudgement } from './deliberation-report.js'

/** The report of a session and its log. @throws {ArtooError} `not_ended` as long as the session goes on. */
export function reportOf(session: SessionState, log: readonly LogEntry[], roster: Roster): DeliberationReport {
  const { ended, problem, synthesis, failing, messages } = session
  if (!ended) {
    throw new ArtooError('not_ended', 'The session goes on; a report is made of one that ended.', { field: 'ended' })
  }
  const best = bestAnswer(session)
  const grounds = (best?.restsOn ?? []).flatMap((id) => countedClaim(session, id) ?? [])
  const { original, clarified, classification, classifiedBy } = problem
  const deciding = (best?.decidedBy ?? []).flatMap((id) => countedClaim(session, id) ?? [])
  const unheard = Object.keys(failing).map(Number)
  return {
    version: 2,
    ...ended,
    answer: best?.answer ?? null,
    proposed: best?.short ?? null,
    confidence: best?.confidence ?? null,
    voices: deciding.length > 0 ? Math.min(...deciding.map((claim) => voicesOf(claim, session))) : null,
    restsOn: grounds.map(({ id }) => id),
    profile: session.profile,
    problem: {
      ...{ original, clarified, type: (classifiedBy === 'default' ? null : classification?.type) ?? null },
      ...{ stakes: classification?.stakes ?? null, uncertainty: classification?.uncertainty ?? null },
    },
    reasons: reasonsFor(grounds, session),
    caveats: synthesis?.caveats ?? [],
    unanswered: synthesis?.unanswered ?? [],
    wouldChange: synthesis?.wouldChange ?? [],
    claims: session.claims.map((claim) => reported(claim, session)),
    openContradictions: openContradictions(session).map(({ id, severity, why, a, b }) => ({ id, severity, why, a, b })),
    dissent: dissentFrom(grounds, session),
    failed: unheard.filter((agent) => messages.every((message) => message.agent !== agent)),
    spared: [...new Set(log.flatMap(({ event }) => (event.type === 'spared' ? event.agents : [])))].filter(
      (agent) => !session.deployed.includes(agent),
    ),
    agents: roster.cards
      .filter(({ id }) => session.deployed.includes(id))
      .map(({ id, name, tier }) => ({ id, name, tier })),
    metrics: metricsOf(session, log, roster),
    auditTrail: session.timeline.map(({ timestamp, type, agentId, summary }) => ({
      ...{ timestamp, type, agent: agentId, event: summary },
    })),
  }
}

/** In the words of those who hold the answer, the surest first. */
function reasonsFor(grounds: readonly Claim[], { messages }: SessionState): DeliberationReport['reasons'] {
  const holders = grounds
    .filter(({ isAnswer }) => isAnswer)
    .flatMap(({ supporters }) => supporters)
    .toSorted((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))
  return holders
    .flatMap(({ agent }) => {
      const text = messages.findLast((message) => message.agent === agent)?.text ?? ''
      return text === '' ? [] : [{ agent, text }]
    })
    .slice(0, mostReasons)
}

const mostReasons = 3

function reported(claim: Claim, session: SessionState): ReportedClaim {
  const { id, statement, isAnswer, critical, sameAs, proposedBy, supporters, opponents, factors, basis } = claim
  return {
    ...{ id, statement, isAnswer, critical, sameAs, proposedBy, opponents: [...opponents], basis },
    status: shownStatus(claim, session),
    confidence: confidenceOf(claim, session),
    voices: voicesOf(claim, session),
    supporters: supporters.map(({ agent, confidence, family }) => ({ agent, confidence, family })),
    judgements: factors.map((factor) => ({ ...factor, outcome: outcomeOf(factor) })),
  }
}

/** An attack that leaves less than an output needs to be used has refuted; one that leaves nearly all was survived. */
function outcomeOf({ kind, value }: Factor): ReportedJudgement['outcome'] {
  switch (kind) {
    case 'survival':
      return value >= protocol.sure ? 'survived' : value < protocol.usable ? 'refuted' : 'weakened'
    case 'check':
      return value >= 1 ? 'verified' : 'refuted'
    case 'verification':
      return value > 1 ? 'verified' : value < 1 ? 'doubted' : 'undecided'
    default:
      return kind satisfies never
  }
}

function dissentFrom(grounds: readonly Claim[], { messages, claims }: SessionState): DeliberationReport['dissent'] {
  const answers = new Set(grounds.filter(({ isAnswer }) => isAnswer).map(({ id }) => id))
  const latest = new Map<number, AgentMessage>(messages.map((message) => [message.agent, message]))
  return [...latest.values()].flatMap(({ agent, verdict, confidence }) => {
    const isRival = ({ id, isAnswer, status }: Claim) =>
      answers.size > 0 && isAnswer && !answers.has(id) && status === 'active'
    const against = grounds.filter(({ opponents }) => opponents.includes(agent))
    const instead = claims.filter((claim) => isRival(claim) && claim.supporters.some((one) => one.agent === agent))
    const ids = [...against, ...instead].map(({ id }) => id)
    return ids.length === 0 ? [] : [{ agent, verdict, confidence, claims: ids }]
  })
}

function metricsOf(session: SessionState, log: readonly LogEntry[], { cards }: Roster): DeliberationReport['metrics'] {
  const { startedAt, updatedAt, iteration, deployed, used } = session
  const uses = log.flatMap(({ event }) => (event.type === 'usage' ? [event] : []))
  const tierOf = (agent: number): Tier => cards.find(({ id }) => id === agent)?.tier ?? 'PHI'
  return {
    ...{ iterations: iteration, agentsDeployed: deployed.length },
    ...{ modelCalls: used.modelCalls, totalTokens: used.tokens },
    // A clock may be set back.
    timeElapsedMs: startedAt && updatedAt ? Math.max(0, Date.parse(updatedAt) - Date.parse(startedAt)) : 0,
    byTier: tiers.flatMap((tier) => {
      const own = uses.filter(({ agent }) => tierOf(agent) === tier)
      const sum = (of: (use: (typeof own)[number]) => number) => own.reduce((total, use) => total + of(use), 0)
      const agents = new Set(own.map(({ agent }) => agent)).size
      const cost = {
        agents,
        modelCalls: sum((use) => use.modelCalls),
        tokens: sum((use) => use.tokens),
        timeMs: sum((use) => use.ms),
      }
      return own.length === 0 ? [] : [{ tier, ...cost }]
    }),
  }
}
