import { type Aggregate, addTo, later } from './aggregate.js'
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
  const { keys, cache, access } = engine
  const { generation } = cache
  const found = new Map<string, Aggregate | null | undefined>()
  for (const key of wanted) if (!found.has(key)) found.set(key, cache.get(key))
  const missing = [...found.keys()].filter((key) => found.get(key) === undefined)
  const values = missing.length <= 4 ? await Promise.all(missing.map(access.get)) : await access.getMany(missing)
  for (const [index, key] of missing.entries()) {
    const value = values[index]
    const pair = keys.pairOfAggregate(key)
    const aggregate = value === undefined ? null : (decodeAggregate(value) ?? (await recompute(engine, pair)))
    found.set(key, aggregate)
    cache.fill(key, aggregate, generation)
  }
  return wanted.map((key) => found.get(key) ?? null)
}

/** An aggregate from the Megrams of its pair, or of its space when the entity is empty, leaving out those in `without`. */
export async function recompute(
  { access, keys }: Engine,
  { space, entity }: { readonly space: string; readonly entity: string },
  without: ReadonlySet<number> = new Set(),
): Promise<Aggregate | null> {
  let aggregate: Aggregate | null = null
  for await (const page of access.pages(keys.members(space, entity === '' ? undefined : entity))) {
    for (const [key, value] of page) {
      const sequence = keys.lastNumber(key)
      if (without.has(sequence)) continue
      const buckets = addTo(aggregate?.buckets ?? [], decodeContribution(value))
      const lastWrite = Math.max(aggregate?.lastWrite ?? 0, sequence)
      const newest = later(aggregate?.newest ?? null, { at: keys.memberTime(key), sequence })
      if (newest) aggregate = { buckets, newest, lastWrite }
    }
  }
  return aggregate
}
