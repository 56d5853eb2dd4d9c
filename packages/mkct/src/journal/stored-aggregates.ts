import type { Pair } from '../megram/pair.js'
import { type Aggregate, decodeAggregate, type Member, withMember } from '../potentials/aggregate.js'
import type { Keys } from '../store/keys.js'
import type { Entry } from '../store/store.js'
import type { Engine } from './engine.js'
import { decodeContribution } from './record-index.js'

/** Reads pairs' aggregates; an unreadable one is recomputed. */
export function loadAggregates(engine: Engine, pairs: readonly Pair[]): Promise<readonly (Aggregate | null)[]> {
  return aggregatesAt(
    engine,
    pairs.map(({ space, entity }) => engine.keys.aggregate(space, entity)),
  )
}

/** The same for pairs given by their aggregate keys. */
export async function aggregatesAt(engine: Engine, wanted: readonly string[]): Promise<readonly (Aggregate | null)[]> {
  const { keys, access } = engine
  const values = wanted.length <= 4 ? await Promise.all(wanted.map(access.get)) : await access.getMany(wanted)
  return Promise.all(
    wanted.map((key, index) => {
      const value = values[index]
      return value === undefined ? null : (decodeAggregate(value) ?? recompute(engine, keys.pairOf(key)))
    }),
  )
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

/** All that contributes to a pair, or to a space when the entity is empty: a pair's oldest first, page by page. */
export async function* memberPages(
  { access, keys }: Engine,
  { space, entity }: Pair,
): AsyncGenerator<readonly Member[]> {
  const range = keys.members(space, entity === '' ? undefined : entity)
  for await (const page of access.pages(range)) {
    yield page.map((entry) => memberOf(keys, entry))
  }
}

/** The same at once. Costs as many reads as the pair has Megrams. */
export async function membersOf(engine: Engine, pair: Pair): Promise<readonly Member[]> {
  const members: Member[] = []
  for await (const page of memberPages(engine, pair)) members.push(...page)
  return members
}

/** A member as its index entry tells it. */
export function memberOf(keys: Keys, [key, value]: Entry): Member {
  return { ...decodeContribution(value), sequence: keys.lastNumber(key), at: keys.memberTime(key) }
}
