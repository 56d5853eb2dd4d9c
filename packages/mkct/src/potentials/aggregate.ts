import { decay, timeUntil } from './decay.js'
import { actionFor, type Contribution, type Potentials, thresholds } from './potentials.js'

/** Sums of the Megrams of one pair that share a decay rate, as of `anchor`. */
export interface Bucket {
  readonly k: number
  readonly count: number
  readonly anchor: number
  /** The most attention there was since the sums were last made from the Megrams themselves, decayed like these. */
  readonly peak: number
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

/** When a Megram happened, and as which it was written. */
export interface Position {
  readonly at: number
  readonly sequence: number
}

export interface Member extends Contribution, Position {}

/** Potentials at `now`, which must not lie before any anchor. */
export function liveSums(buckets: readonly Bucket[], now: number): Potentials {
  let attention = 0
  let decision = 0
  for (const bucket of buckets) {
    const factor = decay(bucket.k, now - bucket.anchor)
    attention += bucket.attention * factor
    decision += bucket.decision * factor
  }
  return { attention, decision, action: actionFor(attention, decision) }
}

export function withMember(before: Aggregate | null, member: Member): Aggregate {
  const { at, sequence } = member
  return {
    buckets: addTo(before?.buckets ?? [], member),
    newest: later(before?.newest ?? { at, sequence }, { at, sequence }),
    lastWrite: Math.max(before?.lastWrite ?? 0, sequence),
  }
}

/** Adds a contribution. A back-dated one is scaled to the anchor; the anchor never moves backwards. */
export function addTo(buckets: readonly Bucket[], { f, sigma, k, anchor }: Contribution): readonly Bucket[] {
  const empty = { k, count: 0, anchor, peak: 0, attention: 0, decision: 0 }
  const old = buckets.find((bucket) => bucket.k === k) ?? empty
  const moved = Math.max(old.anchor, anchor)
  const oldFactor = decay(k, moved - old.anchor)
  const live = f * decay(k, moved - anchor)
  const attention = old.attention * oldFactor + live
  const sum = {
    k,
    count: old.count + 1,
    anchor: moved,
    peak: Math.max(old.peak * oldFactor, attention),
    attention,
    decision: old.decision * oldFactor + sigma * live,
  }
  return [...buckets.filter((bucket) => bucket !== old), sum].sort((a, b) => a.k - b.k)
}

/**
 * Removes contributions, or returns null when a sum that remains is too small against what it once was to be trusted, since
 * rounding errors stay as large as they were then: the caller recomputes the pair. A bucket that empties is dropped, so that
 * its residue is exactly 0.
 */
export function removeFrom(
  buckets: readonly Bucket[],
  contributions: Iterable<Contribution>,
): readonly Bucket[] | null {
  const left = new Map(buckets.map((bucket) => [bucket.k, bucket]))
  for (const { f, sigma, k, anchor } of contributions) {
    const old = left.get(k)
    if (!old) return null
    if (old.count === 1) {
      left.delete(k)
      continue
    }
    const live = f * decay(k, old.anchor - anchor)
    left.set(k, {
      ...old,
      count: old.count - 1,
      attention: old.attention - live,
      decision: old.decision - sigma * live,
    })
  }
  const rest = [...left.values()]
  return rest.every(({ attention, peak }) => attention >= peak * smallestTrusted) ? rest : null
}

const smallestTrusted = 1 / 16

export function later(a: Position, b: Position): Position {
  return b.at > a.at || (b.at === a.at && b.sequence > a.sequence) ? b : a
}

/** The first millisecond from which the sums are ignored, if nothing is added; 0 when they are from their beginning. */
export function ignoredFrom(buckets: readonly Bucket[]): number {
  let low = Math.max(...buckets.map(({ anchor }) => anchor))
  const { attention } = liveSums(buckets, low)
  if (attention < thresholds.attention) return 0
  const slowest = Math.min(...buckets.map(({ k }) => k))
  let high = low + Math.ceil(timeUntil(thresholds.attention, attention, slowest)) + 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (liveSums(buckets, middle).attention < thresholds.attention) high = middle
    else low = middle
  }
  return high
}

type Row = readonly [k: number, count: number, anchor: number, peak: number, attention: number, decision: number]

export function encodeAggregate({ buckets, newest, lastWrite }: Aggregate): string {
  const rows = buckets.map((b): Row => [b.k, b.count, b.anchor, b.peak, b.attention, b.decision])
  return JSON.stringify({ b: rows, n: [newest.at, newest.sequence, lastWrite] })
}

/** Null for a value that is no aggregate: it is a cache, so the caller recomputes it. */
export function decodeAggregate(value: string): Aggregate | null {
  try {
    const { b, n } = JSON.parse(value) as { readonly b: readonly Row[]; readonly n: readonly [number, number, number] }
    const buckets = b.map(
      ([k, count, anchor, peak, attention, decision]): Bucket => ({ k, count, anchor, peak, attention, decision }),
    )
    const sound = buckets.every((bucket) => Object.values(bucket).every(Number.isFinite))
    return sound && n.every(Number.isFinite) ? { buckets, newest: { at: n[0], sequence: n[1] }, lastWrite: n[2] } : null
  } catch {
    return null
  }
}
