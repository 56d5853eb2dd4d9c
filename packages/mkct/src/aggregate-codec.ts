import type { Aggregate, Bucket } from './aggregate.js'

type Row = readonly [k: number, count: number, anchor: number, peak: number, attention: number, decision: number]

export function encodeAggregate({ buckets, newest, lastWrite }: Aggregate): string {
  const rows: Row[] = buckets.map(({ k, count, anchor, peak, attention, decision }) => [
    k,
    count,
    anchor,
    peak,
    attention,
    decision,
  ])
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
