import { type Aggregate, decodeAggregate, withMember } from './aggregate.js'
import type { Pair } from './consultation.js'
import type { Engine } from './engine.js'
import { memberPages } from './members.js'

/** Reads pairs' aggregates through the cache; an unreadable one is recomputed. */
export function loadAggregates(engine: Engine, pairs: readonly Pair[]): Promise<readonly (Aggregate | null)[]> {
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
  engine: Engine,
  pair: Pair,
  without: ReadonlySet<number> = new Set(),
): Promise<Aggregate | null> {
  let aggregate: Aggregate | null = null
  for await (const members of memberPages(engine, pair)) {
    for (const member of members) if (!without.has(member.sequence)) aggregate = withMember(aggregate, member)
  }
  return aggregate
}
