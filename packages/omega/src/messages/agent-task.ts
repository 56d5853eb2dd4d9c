import { oneLine } from '@artoo/llm'
import type { ToolDescriptor } from '@artoo/spec'
import { openContradictions } from '../evidence/counted.js'
import { confidenceOf, shownStatus, voicesOf } from '../evidence/evidence.js'
import type { AgentMessage } from '../protocol/agent-message.js'
import type { AgentCard } from '../protocol/card.js'
import type { Classification } from '../protocol/classification.js'
import type { Synthesis } from '../protocol/report.js'
import type { Claim, ClaimStatus, Contradiction, Factor, SessionState } from '../protocol/state.js'
import { verdictLine } from './verdict-line.js'

/** A claim as agents are shown it. */
export interface ClaimView extends Pick<Claim, 'id' | 'statement' | 'isAnswer' | 'critical' | 'basis'> {
  readonly status: ClaimStatus | 'confirmed'
  /** 0 to 1; null while nothing is known. */
  readonly confidence: number | null
  /** The number of independent voices for it. */
  readonly voices: number
  readonly heldBy: readonly number[]
  readonly contradictedBy: readonly number[]
  /** The reasons of one who holds it. */
  readonly reasons: readonly string[]
  /** Additions and limits that others found. */
  readonly notes: readonly string[]
  /** The results of verification, checks and attacks. */
  readonly judgements: readonly Pick<Factor, 'agent' | 'kind' | 'value' | 'evidence'>[]
}

/** Another agent's output: the line, and its reasons where the reader has use for them. */
export interface OutputView {
  readonly agent: number
  readonly line: string
  readonly text: string
}

/** All that an agent is told: plain data. */
export interface AgentTask {
  readonly agent: number
  readonly problem: string
  readonly classification: Classification
  readonly iteration: number
  readonly claims: readonly ClaimView[]
  readonly contradictions: readonly Pick<Contradiction, 'id' | 'a' | 'b' | 'severity' | 'why'>[]
  readonly outputs: readonly OutputView[]
  /** The answer that was written so far; null before the first, and for those who think for themselves. */
  readonly answer: Pick<Synthesis, 'answer' | 'restsOn'> | null
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
  /** Tokens or calls run short: only lines are read. */
  readonly pressed: boolean
}

/** A claim list that doesn't grow without end: answers and critical ones first, then the latest. */
const mostClaims = 80

/** The task of an agent at the present state of the session. */
export function taskFor(card: AgentCard, session: SessionState, { pressed, checks, ...again }: TaskOptions): AgentTask {
  const { problem, iteration, lessons, synthesis } = session
  const { classification } = problem
  if (!classification) throw new Error('a problem is classified before anybody is asked')
  const isAlone = thinksAlone(card, session)
  return {
    ...{ agent: card.id, problem: problem.clarified ?? problem.original, classification, iteration },
    claims: isAlone ? [] : claimViews(session),
    contradictions: isAlone ? [] : openContradictions(session),
    outputs: isAlone ? [] : shownOutputs(card, session, pressed),
    answer: isAlone || !synthesis ? null : { answer: synthesis.answer, restsOn: synthesis.restsOn },
    lessons: lessons.map(({ outcome, lesson }) => `${outcome}: ${lesson}`),
    checks: namesChecks(card) ? checks : [],
    ...again,
  }
}

/** Only they may look things up. */
export const judges = ({ tier, sumsUp }: AgentCard): boolean =>
  (tier === 'VERIFICATION' || tier === 'ADVERSARY') && !sumsUp

/** Judges can have code run a check, and explorers one of their own answer. */
const namesChecks = (card: AgentCard): boolean => judges(card) || (card.tier === 'GENESIS' && !card.sumsUp)

/** Explorers of the first iteration are witnesses, and so is one that has not spoken yet: who has read the others is none. */
export const thinksAlone = ({ id, tier, sumsUp }: AgentCard, { messages }: Pick<SessionState, 'messages'>): boolean =>
  tier === 'GENESIS' && !sumsUp && messages.every(({ agent }) => agent !== id)

/** The claims of a session as they stand: all but those that count in another's place, 80 at most. */
export function claimViews(session: SessionState): readonly ClaimView[] {
  const known = session.claims.filter(({ status }) => status !== 'abandoned')
  const rank = ({ isAnswer, critical }: Claim) => (isAnswer ? 2 : critical ? 1 : 0)
  const ordered =
    known.length <= mostClaims
      ? known
      : known.toSorted((one, other) => rank(other) - rank(one) || numberOf(other) - numberOf(one)).slice(0, mostClaims)
  return ordered.map((claim) => ({
    ...{ id: claim.id, statement: claim.statement, isAnswer: claim.isAnswer, critical: claim.critical },
    ...{ status: shownStatus(claim, session), basis: claim.basis, contradictedBy: claim.opponents },
    confidence: confidenceOf(claim, session),
    voices: voicesOf(claim, session),
    heldBy: claim.supporters.map(({ agent }) => agent),
    reasons: claim.isAnswer ? reasonsFor(claim, session) : [],
    notes: claim.evidence
      .flatMap(({ type, text }) => (type === 'EXTENDS' || type === 'QUALIFIES' ? text : []))
      .slice(-2),
    judgements: claim.factors.map(({ agent, kind, value, evidence }) => ({ agent, kind, value, evidence })),
  }))
}

/** The reasons of the first supporter who gave any. */
function reasonsFor({ supporters }: Claim, { messages }: SessionState): readonly string[] {
  const texts = supporters.map(({ agent }) => messages.findLast((message) => message.agent === agent)?.text ?? '')
  const first = texts.find((text) => text !== '')
  return first === undefined ? [] : [oneLine(first, longestReasons)]
}

const numberOf = ({ id }: Claim) => Number(id.slice(1))

/** Characters of an agent's reasons that others read. */
const longestReasons = 500

/** The last valid output of each agent that the reader reads, but for the reasons of explorers, which stand beside their answers. */
function shownOutputs({ id, reads }: AgentCard, { messages }: SessionState, pressed: boolean): readonly OutputView[] {
  const latest = new Map<number, AgentMessage>(messages.map((message) => [message.agent, message]))
  return [...latest.values()]
    .filter((message) => message.agent !== id && reads.includes(message.agent))
    .filter(({ tier, answer }) => tier !== 'GENESIS' || answer === null)
    .map((message) => ({
      ...{ agent: message.agent, line: verdictLine(message) },
      text: pressed ? '' : oneLine(message.text, longestReasons),
    }))
}
