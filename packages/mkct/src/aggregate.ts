import { type Contribution, decay } from './potentials.js'

/** Sums of the Megrams of one pair that share a decay rate, as of `anchor`. */
export interface Bucket {
  readonly k: number
  readonly count: number
  readonly anchor: number
  readonly attention: number
  readonly decision: number
}

/** A pair's potentials, kept so that reading them costs the same at ten Megrams and at a million. */
export interface Aggregate {
  readonly buckets: readonly Bucket[]
  /** The most recent Megram: the lesson a reading quotes. */
  readonly newest: Position
  /** No Megram of the pair was written after this sequence number: an upper bound, since erasing leaves it. */
  readonly lastWrite: number
}

export interface Position {
  readonly at: number
  readonly sequence: number
}

export interface Live {
  readonly attention: number
  readonly decision: number
}

/** Potentials at `now`, which must not lie before any anchor. */
export function liveSums(buckets: readonly Bucket[], now: number): Live {
  let attention = 0
  let decision = 0
  for (const bucket of buckets) {
    const factor = decay(bucket.k, now - bucket.anchor)
    attention += bucket.attention * factor
    decision += bucket.decision * factor
  }
  return { attention, decision }
}

/** Adds a contribution. A back-dated one is scaled to the anchor; the anchor never moves backwards. */
export function addTo(buckets: readonly Bucket[], contribution: Contribution): readonly Bucket[] {
  const { f, sigma, k, anchor } = contribution
  const index = buckets.findIndex((bucket) => bucket.k === k)
  const old = buckets[index]
  if (!old) {
    const added = { k, count: 1, anchor, attention: f, decision: sigma * f }
    return [...buckets, added].sort((a, b) => a.k - b.k)
  }
  const moved = Math.max(old.anchor, anchor)
  const oldFactor = decay(k, moved - old.anchor)
  const live = f * decay(k, moved - anchor)
  return buckets.with(index, {
    k,
    count: old.count + 1,
    anchor: moved,
    attention: old.attention * oldFactor + live,
    decision: old.decision * oldFactor + sigma * live,
  })
}

/**
 * Removes a contribution, or returns null when the sums that remain are too small against what was taken out to be
 * trusted: the caller then recomputes the pair. A bucket that empties is dropped, so that its residue is exactly 0.
 */
export function removeFrom(buckets: readonly Bucket[], contribution: Contribution): readonly Bucket[] | null {
  const { f, sigma, k, anchor } = contribution
  const index = buckets.findIndex((bucket) => bucket.k === k)
  const old = buckets[index]
  if (!old) return null
  if (old.count === 1) return buckets.toSpliced(index, 1)
  const live = f * decay(k, old.anchor - anchor)
  const attention = old.attention - live
  if (!(attention > live * cancellationLimit)) return null
  return buckets.with(index, { ...old, count: old.count - 1, attention, decision: old.decision - sigma * live })
}

const cancellationLimit = 1e-4
