import { type Aggregate, type Bucket, liveSums } from '../aggregate.js'

/** Relative to the attention, which bounds the decision. */
const tolerance = 1e-9

/**
 * True when a stored aggregate counts the same Megrams as a computed one and agrees on both potentials within 1e-9. The newest
 * Megram of a space may be one that was erased.
 */
export function sameAggregate(stored: Aggregate | null, computed: Aggregate | null, ofSpace = false): boolean {
  if (!stored || !computed) return stored === computed
  return (
    stored.lastWrite >= computed.lastWrite &&
    (ofSpace
      ? stored.newest.at >= computed.newest.at
      : stored.newest.at === computed.newest.at && stored.newest.sequence === computed.newest.sequence) &&
    stored.buckets.length === computed.buckets.length &&
    computed.buckets.every((bucket, index) => sameBucket(stored.buckets[index], bucket))
  )
}

function sameBucket(stored: Bucket | undefined, computed: Bucket): boolean {
  if (stored?.k !== computed.k || stored.count !== computed.count) return false
  const now = Math.max(stored.anchor, computed.anchor)
  const left = liveSums([stored], now)
  const right = liveSums([computed], now)
  const allowed = tolerance * right.attention
  return Math.abs(left.attention - right.attention) <= allowed && Math.abs(left.decision - right.decision) <= allowed
}
