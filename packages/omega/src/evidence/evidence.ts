import type { Claim, SessionState } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { countedClaim, standing } from './counted.js'
import { isIndependentlyVerified } from './independence.js'
import * as measured from './measured.js'
import { effectiveVoicesOf, productOf } from './paper.js'

type Weighed = Pick<SessionState, 'profile' | 'claims' | 'contradictions'>

/** The confidence of a claim by the rules of the session's profile, 0 to 1; null while it is unknown. */
export const confidenceOf = (claim: Claim, session: Weighed): number | null =>
  session.profile === 'paper' ? productOf(claim) : measured.confidenceOf(claim, session)

/** The status of a claim as it is shown: one that stands is confirmed when somebody independent verified it and it is sure. */
export function shownStatus(claim: Claim, session: Weighed): Claim['status'] | 'confirmed' {
  const confidence = claim.status === 'active' && isIndependentlyVerified(claim) ? confidenceOf(claim, session) : null
  return confidence !== null && confidence > protocol.sure ? 'confirmed' : claim.status
}

/** The number of independent voices that hold a claim. */
export const voicesOf = (claim: Claim, { profile }: Pick<Weighed, 'profile'>): number =>
  profile === 'paper' ? effectiveVoicesOf(claim) : measured.voicesOf(claim)

export interface BestAnswer {
  readonly answer: string
  /** 0 to 1; null while it is unknown. */
  readonly confidence: number | null
  readonly restsOn: readonly string[]
  /** In the words in which it was proposed and judged. */
  readonly short: string
  /** The claims among those by which its confidence goes. */
  readonly decidedBy: readonly string[]
}

/**
 * The best answer so far: the one that was written, as sure as the least sure of the answers that it rests on, or of the claims where it rests
 * on no answer. The surest proposed answer, where none was written, or one that is less sure. As the protocol has it, only the one that was written.
 */
export function bestAnswer(session: Weighed & Pick<SessionState, 'synthesis'>): BestAnswer | null {
  const written = writtenAnswer(session)
  if (session.profile === 'paper' && written) return written
  const [first] = rankedAnswers(session)
  const proposed = first && {
    answer: first.claim.statement,
    short: first.claim.statement,
    confidence: first.confidence,
    restsOn: [first.claim.id],
    decidedBy: [first.claim.id],
  }
  if (!proposed || !written) return written ?? proposed ?? null
  return (written.confidence ?? 0) >= (proposed.confidence ?? 0) ? written : proposed
}

function writtenAnswer(session: Weighed & Pick<SessionState, 'synthesis'>): BestAnswer | null {
  const { synthesis } = session
  if (synthesis === null) return null
  const grounds = synthesis.restsOn.map((id) => countedClaim(session, id))
  // Reasons for and against an answer have been weighed in its own odds.
  const answers = session.profile === 'measured' ? grounds.filter((claim) => claim?.isAnswer) : []
  const deciding = answers.length > 0 ? answers : grounds
  const values = deciding.map((claim) => (claim === undefined ? null : confidenceOf(claim, session)))
  const known = values.filter((value) => value !== null)
  const isKnown = known.length === values.length && known.length > 0
  return {
    ...{ answer: synthesis.answer, confidence: isKnown ? Math.min(...known) : null, restsOn: synthesis.restsOn },
    short: answers[0]?.statement ?? synthesis.answer,
    decidedBy: deciding.flatMap((claim) => claim?.id ?? []),
  }
}

/** The answers that stand, the surest first; of two that are as sure, the one that was proposed first. */
export function rankedAnswers(
  session: Weighed,
): readonly { readonly claim: Claim; readonly confidence: number | null }[] {
  return standing(session)
    .filter(({ isAnswer }) => isAnswer)
    .map((claim) => ({ claim, confidence: confidenceOf(claim, session) }))
    .toSorted((one, other) => (other.confidence ?? -1) - (one.confidence ?? -1))
}
