import type { Claim, Contradiction, SessionState } from '../protocol/state.js'

/** The claim of that id, or the one that counts in its place since both say the same; undefined when there is none. */
export function countedClaim({ claims }: Pick<SessionState, 'claims'>, id: string): Claim | undefined {
  const claim = claims[Number(id.slice(1)) - 1]
  // It joined a claim with a lower id, so this ends.
  return claim && claim.sameAs !== null ? countedClaim({ claims }, claim.sameAs) : claim
}

/** Claims that still stand. */
export const standing = ({ claims }: Pick<SessionState, 'claims'>): readonly Claim[] =>
  claims.filter(({ status }) => status === 'active')

/** The contradictions that are not settled, between the claims that count now. */
export function openContradictions(session: Pick<SessionState, 'claims' | 'contradictions'>): readonly Contradiction[] {
  return session.contradictions
    .filter(({ resolution }) => resolution === null)
    .map((found) => ({
      ...found,
      a: countedClaim(session, found.a)?.id ?? found.a,
      b: countedClaim(session, found.b)?.id ?? found.b,
    }))
    .filter(({ a, b }) => a !== b)
}
