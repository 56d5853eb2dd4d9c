import { type Aggregate, addTo } from '../aggregate.js'
import { decodeAggregate, encodeAggregate } from '../aggregate-codec.js'
import type { Engine } from '../engine.js'
import { hasSoundHead } from '../other-writer.js'
import { decodeContribution } from '../record-index.js'
import { sameAggregate } from './compare-aggregates.js'
import type { Damage } from './damage.js'

/**
 * Recomputes every pair from its Megrams, in one pass over the index, and puts right what differs. Aggregates are a
 * cache: nothing is lost with them. To be used inside `gate.exclusive`.
 */
export async function rebuildAggregates(engine: Engine, signal?: AbortSignal): Promise<readonly Damage[]> {
  const { access, keys, cache } = engine
  const damage: Damage[] = []
  const changes = new Map<string, string | null>()
  const seen = new Set<string>()

  async function settle(key: string, aggregate: Aggregate): Promise<void> {
    seen.add(key)
    const value = await access.get(key)
    if (sameAggregate(value === undefined ? null : decodeAggregate(value), aggregate)) return
    damage.push({ type: 'aggregate', ...keys.pairOfAggregate(key) })
    changes.set(key, encodeAggregate(aggregate))
  }

  let current = ''
  let aggregate: Aggregate | null = null
  for await (const page of access.pages(keys.table('x'), signal)) {
    for (const [memberKey, value] of page) {
      const key = keys.aggregateOfMember(memberKey)
      if (aggregate && current !== key) {
        await settle(current, aggregate)
        aggregate = null
      }
      current = key
      aggregate = withMember(engine, aggregate, memberKey, value)
    }
  }
  if (aggregate) await settle(current, aggregate)
  for await (const page of access.pages(keys.table('a'), signal)) {
    for (const [key] of page) {
      if (seen.has(key)) continue
      damage.push({ type: 'aggregate', ...keys.pairOfAggregate(key) })
      changes.set(key, null)
    }
  }
  if (changes.size > 0) {
    await hasSoundHead(engine)
    await access.write(changes, engine.sync)
  }
  cache.clear()
  return damage
}

function withMember({ keys }: Engine, before: Aggregate | null, key: string, value: string): Aggregate {
  const sequence = keys.lastNumber(key)
  return {
    buckets: addTo(before?.buckets ?? [], decodeContribution(value)),
    newest: { at: keys.memberTime(key), sequence },
    lastWrite: Math.max(before?.lastWrite ?? 0, sequence),
  }
}
