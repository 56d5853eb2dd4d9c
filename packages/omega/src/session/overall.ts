import { and, valueOfClaim } from '../confidence/algebra.js'
import { correlationIn } from '../confidence/correlation.js'
import type { SessionState } from '../protocol/state.js'
import { claimOf, standing } from './claims.js'

/**
 * The confidence of the session: with an answer, the least of the claims on which it rests; before that, the mean of
 * the claims that stand and have a value. Null when no claim has one.
 */
export function overallConfidence(state: Pick<SessionState, 'claims' | 'synthesis' | 'correlations'>): number | null {
  const correlation = correlationIn(state)
  if (state.synthesis !== null) {
    const claims = state.synthesis.restsOn.map((id) => claimOf(state, id))
    const values = claims.map((claim) => (claim === undefined ? null : valueOfClaim(claim, correlation)))
    return and(values, state.synthesis.coherence)
  }
  const values = standing(state)
    .map((claim) => valueOfClaim(claim, correlation))
    .filter((value) => value !== null)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
