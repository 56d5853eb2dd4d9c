import { type Aggregate, decodeAggregate, encodeAggregate, ignoredFrom, withMember } from '../aggregate.js'
import type { Engine } from '../engine.js'
import { memberOf } from '../members.js'
import { inOneBatch } from '../stage.js'
import { sameAggregate } from './compare-aggregates.js'
import type { Damage } from './damage.js'

/**
 * Recomputes every pair and space from its Megrams, in one pass over the index, and puts right what differs. Aggregates are a
 * cache: nothing is lost with them. To be used inside `gate.exclusive`.
 */
export async function rebuildAggregates(engine: Engine, signal?: AbortSignal): Promise<readonly Damage[]> {
  const { access, keys } = engine
  const damage: Damage[] = []
  const changes = new Map<string, string | null>()
  const right = new Set<string>()
  const heeded = new Set<string>()

  function change(aggregate: string, key: string, value: string | null): void {
    damage.push({ type: 'aggregate', ...keys.pairOfAggregate(aggregate) })
    changes.set(key, value)
  }

  async function settle(key: string, aggregate: Aggregate): Promise<void> {
    const stored = await access.get(key)
    const before = stored === undefined ? null : decodeAggregate(stored)
    const ofSpace = keys.isOfSpace(key)
    const isSame = sameAggregate(before, aggregate, ofSpace)
    const until = ofSpace ? 0 : ignoredFrom((isSame && before ? before : aggregate).buckets)
    if (until) heeded.add(keys.heeded(key, until))
    if (!isSame) change(key, key, encodeAggregate(aggregate))
    right.add(key)
  }

  for await (const [key, aggregate] of sumsOf(engine, signal)) await settle(key, aggregate)
  for await (const page of access.pages(keys.table('a'), signal)) {
    for (const [key] of page) if (!right.has(key)) change(key, key, null)
  }
  const missing = new Set(heeded)
  for await (const page of access.pages(keys.table('w'), signal)) {
    for (const [key] of page.filter(([key]) => !heeded.has(key))) change(keys.aggregateOfHeeded(key), key, null)
    for (const [key, value] of page) if (value === '') missing.delete(key)
  }
  for (const key of missing) change(keys.aggregateOfHeeded(key), key, '')
  if (changes.size > 0 && engine.damage.length === 0) {
    await inOneBatch(engine, (stage) => {
      for (const [key, value] of changes) stage.set(key, value)
    })
  }
  return damage
}

/** Every pair's and every space's aggregate, from the Megrams. */
async function* sumsOf(engine: Engine, signal?: AbortSignal): AsyncGenerator<readonly [key: string, sums: Aggregate]> {
  const { access, keys } = engine
  const open = new Map<string, Aggregate>()
  for await (const page of access.pages(keys.table('x'), signal)) {
    for (const entry of page) {
      const pair = keys.aggregateOfMember(entry[0])
      const space = keys.aggregate(keys.pairOfAggregate(pair).space, '')
      for (const [key, aggregate] of open) {
        if (key === pair || key === space) continue
        yield [key, aggregate]
        open.delete(key)
      }
      for (const key of [pair, space]) open.set(key, withMember(open.get(key) ?? null, memberOf(keys, entry)))
    }
  }
  yield* open
}
