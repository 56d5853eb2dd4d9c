import type { Claim, SessionState } from '../protocol/state.js'
import * as measured from './measured.js'
import { effectiveVoicesOf, productOf } from './paper.js'

type Weighed = Pick<SessionState, 'profile' | 'claims' | 'contradictions'>

/** The confidence of a claim by the rules of the session's profile, 0 to 1; null while it is unknown. */
export const confidenceOf = (claim: Claim, session: Weighed): number | null =>
  session.profile === 'paper' ? productOf(claim) : measured.confidenceOf(claim, session)

/** The number of independent voices that hold a claim. */
export const voicesOf = (claim: Claim, { profile }: Pick<Weighed, 'profile'>): number =>
  profile === 'paper' ? effectiveVoicesOf(claim) : measured.voicesOf(claim)

/** The claim that counts in place of one that says the same. */
export function countedClaim({ claims }: Pick<Weighed, 'claims'>, id: string): Claim | undefined {
  const claim = claims[Number(id.slice(1)) - 1]
  // It joined a claim with a lower id, so this ends.
  return claim && claim.sameAs !== null ? countedClaim({ claims }, claim.sameAs) : claim
}

/** Claims that still stand, confirmed or not. */
export const standing = ({ claims }: Pick<Weighed, 'claims'>): readonly Claim[] =>
  claims.filter(({ status }) => status === 'active' || status === 'confirmed')

export interface BestAnswer {
  readonly answer: string
  /** 0 to 1; null while it is unknown. */
  readonly confidence: number | null
  readonly restsOn: readonly string[]
}

/**
 * The best answer so far: the one that was written, as sure as the least sure claim that it rests on, or the surest that was proposed, where
 * that is surer or none was written. As the protocol has it, only the one that was written.
 */
export function bestAnswer(session: Weighed & Pick<SessionState, 'synthesis'>): BestAnswer | null {
  const written = writtenAnswer(session)
  if (session.profile === 'paper' && written) return written
  const [first] = rankedAnswers(session)
  const proposed = first && { answer: first.claim.statement, confidence: first.confidence, restsOn: [first.claim.id] }
  if (!proposed || !written) return written ?? proposed ?? null
  return (written.confidence ?? 0) >= (proposed.confidence ?? 0) ? written : proposed
}

function writtenAnswer(session: Weighed & Pick<SessionState, 'synthesis'>): BestAnswer | null {
  const { synthesis } = session
  if (synthesis === null) return null
  const values = synthesis.restsOn.map((id) => {
    const claim = countedClaim(session, id)
    return claim === undefined ? null : confidenceOf(claim, session)
  })
  const known = values.filter((value) => value !== null)
  const isKnown = known.length === values.length && known.length > 0
  return { answer: synthesis.answer, confidence: isKnown ? Math.min(...known) : null, restsOn: synthesis.restsOn }
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
