import { type Aggregate, countOf, liveSums } from '../aggregate.js'

/** Relative to the attention, which bounds the decision. */
export const tolerance = 1e-9

/** True when two aggregates count the same Megrams and agree on both potentials within 1e-9. */
export function sameAggregate(a: Aggregate | null, b: Aggregate | null): boolean {
  if (!a || !b) return a === b
  if (a.newest.at !== b.newest.at || a.newest.sequence !== b.newest.sequence || countOf(a) !== countOf(b)) return false
  const now = Math.max(...a.buckets.map(({ anchor }) => anchor), ...b.buckets.map(({ anchor }) => anchor))
  const left = liveSums(a.buckets, now)
  const right = liveSums(b.buckets, now)
  const allowed = tolerance * Math.max(left.attention, right.attention)
  return Math.abs(left.attention - right.attention) <= allowed && Math.abs(left.decision - right.decision) <= allowed
}
