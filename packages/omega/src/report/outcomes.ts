import type { EndCode } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import type { DeliberationReport, ReportedClaim } from './deliberation-report.js'
import { distinct, judgesOf } from './reported-claims.js'

type Ended = NonNullable<SessionState['ended']>
type Failure = Extract<DeliberationReport, { status: 'FAILURE' }>
/** The fields that all reports share. */
export type Common = Omit<
  Failure,
  'status' | 'failureType' | 'whatWasAttempted' | 'whyFailed' | 'whatWasLearned' | 'recommendation'
>
type Own<Status extends DeliberationReport['status']> = Omit<
  Extract<DeliberationReport, { status: Status }>,
  keyof Common
>

export type Outcome = Own<'SUCCESS'> | Own<'PARTIAL'> | Own<'FAILURE'>

export interface OutcomeInput {
  readonly state: SessionState
  readonly ended: Ended
  readonly claims: readonly ReportedClaim[]
  /** The claims that the answer rests on. */
  readonly staked: readonly ReportedClaim[]
}

/** The part of the report that depends on how it ended. */
export function outcomeOf(input: OutcomeInput): Outcome {
  switch (input.ended.status) {
    case 'SUCCESS':
      return succeeded(input)
    case 'PARTIAL':
      return partly(input)
    case 'FAILURE':
      return failed(input)
    default:
      return input.ended.status satisfies never
  }
}

function succeeded({ state, staked }: OutcomeInput): Own<'SUCCESS'> {
  const ids = staked.map(({ id }) => id)
  const judged = staked.flatMap(({ judgements }) => judgements).filter(({ outcome }) => outcome === 'verified')
  const referred = state.messages
    .flatMap(({ body }) => body.references)
    .filter(({ type, claim }) => type === 'SUPPORTS' && ids.includes(claim ?? ''))
  return {
    status: 'SUCCESS',
    answer: state.synthesis?.answer ?? null,
    caveats: state.synthesis?.caveats ?? [],
    supportingEvidence: distinct([...judged, ...referred].flatMap(({ evidence }) => evidence || [])),
    verifiedBy: judgesOf(staked, 'verified'),
    survivedAttacksFrom: judgesOf(staked, 'survived', 'weakened'),
  }
}

function partly({ state, ended, claims }: OutcomeInput): Own<'PARTIAL'> {
  const confirmed = claims.filter(({ status }) => status === 'confirmed').map(({ statement }) => statement)
  const unanswered = distinct([...state.questions.open, ...(state.synthesis?.unanswered ?? [])])
  return {
    status: 'PARTIAL',
    partialAnswer: state.synthesis?.answer ?? null,
    answered: distinct([...state.questions.answered, ...confirmed]),
    unanswered,
    whyStopped: ended.why,
    whatWouldComplete: needs(state, ended, claims, unanswered),
  }
}

function needs(state: SessionState, { code }: Ended, claims: readonly ReportedClaim[], unanswered: readonly string[]) {
  const open = state.contradictions.filter(({ resolution }) => resolution === null)
  const unsure = claims.filter((claim) => claim.critical && claim.status === 'active')
  const sentences = [
    code === 'resource' && 'More tokens, time or iterations.',
    open.length > 0 && `A resolution of ${open.map(({ id }) => id).join(', ')}.`,
    unsure.length > 0 && `Certainty about ${unsure.map(({ id }) => id).join(', ')}.`,
    unanswered.length > 0 && `An answer to: ${unanswered.join('; ')}`,
  ]
  return sentences.filter((one) => one !== false).join(' ') || 'Nothing that the session could name.'
}

const failureTypes = {
  abort: 'ABORT',
  resource: 'RESOURCE',
  intractable: 'INTRACTABLE',
  irrecoverable: 'IRRECOVERABLE',
  exhausted: 'IRRECOVERABLE',
  // A failure never has this code; were it to, nothing better is known.
  success: 'IRRECOVERABLE',
} as const satisfies Record<EndCode, Failure['failureType']>

const recommendations = {
  RESOURCE: 'Give it more tokens, time or iterations, or ask for less: one of the open questions alone.',
  IRRECOVERABLE: 'State the problem another way, or bring evidence that settles the open contradictions.',
  INTRACTABLE: 'Ask for something weaker that can be decided, or say what could be assumed.',
  ABORT: 'Start it again when it is wanted: what was learnt until then is in this report.',
} as const satisfies Record<Failure['failureType'], string>

function failed({ state, ended, claims }: OutcomeInput): Own<'FAILURE'> {
  const failureType = failureTypes[ended.code]
  const resolved = state.contradictions.flatMap(({ id, resolution }) => (resolution ? `${id}: ${resolution.why}` : []))
  return {
    status: 'FAILURE',
    failureType,
    whatWasAttempted: [
      ...state.timeline.filter(({ type }) => type === 'DEPLOYMENT').map(({ summary }) => summary),
      ...state.recoveries.map((kind) => `recovery: ${kind.replaceAll('_', ' ')}`),
    ],
    whyFailed: ended.why,
    whatWasLearned: distinct([
      ...claims.filter(({ status }) => status === 'confirmed').map(({ statement }) => `It holds: ${statement}`),
      ...claims
        .filter(({ status }) => status === 'rejected')
        .map(({ statement, basis }) => `It doesn't hold: ${statement}${basis ? ` (${basis})` : ''}`),
      ...resolved,
      ...state.questions.answered,
    ]),
    recommendation: recommendations[failureType],
  }
}
