import { type Aggregate, addTo } from './aggregate.js'
import { decodeAggregate } from './aggregate-codec.js'
import type { Engine } from './engine.js'
import { decodeContribution } from './record-index.js'

/** Reads pairs' aggregates through the cache; an unreadable one is recomputed. */
export async function loadAggregates(
  engine: Engine,
  pairs: readonly { readonly space: string; readonly entity: string }[],
): Promise<readonly (Aggregate | null)[]> {
  return aggregatesAt(
    engine,
    pairs.map(({ space, entity }) => engine.keys.aggregate(space, entity)),
  )
}

/** The same for pairs given by their aggregate keys. */
export async function aggregatesAt(engine: Engine, wanted: readonly string[]): Promise<readonly (Aggregate | null)[]> {
  const { keys, cache, access, head } = engine
  const missing = [...new Set(wanted.filter((key) => cache.get(key) === undefined))]
  const values = missing.length <= 4 ? await Promise.all(missing.map(access.get)) : await access.getMany(missing)
  const loaded = new Map<string, Aggregate | null>()
  for (const [index, key] of missing.entries()) {
    const value = values[index]
    const pair = keys.pairOfAggregate(key)
    const aggregate = value === undefined ? null : (decodeAggregate(value) ?? (await recompute(engine, pair)))
    loaded.set(key, aggregate)
    // What was read before a batch got down must not outlive it.
    if (engine.head === head) cache.set(key, aggregate)
  }
  return wanted.map((key) => loaded.get(key) ?? cache.get(key) ?? null)
}

/** A pair's aggregate from its Megrams, leaving out those in `without`. */
export async function recompute(
  { access, keys }: Engine,
  { space, entity }: { readonly space: string; readonly entity: string },
  without: ReadonlySet<number> = new Set(),
): Promise<Aggregate | null> {
  let aggregate: Aggregate | null = null
  for await (const page of access.pages(keys.members(space, entity))) {
    for (const [key, value] of page) {
      const sequence = keys.lastNumber(key)
      if (without.has(sequence)) continue
      const buckets = addTo(aggregate?.buckets ?? [], decodeContribution(value))
      const lastWrite = Math.max(aggregate?.lastWrite ?? 0, sequence)
      aggregate = { buckets, newest: { at: keys.memberTime(key), sequence }, lastWrite }
    }
  }
  return aggregate
}
