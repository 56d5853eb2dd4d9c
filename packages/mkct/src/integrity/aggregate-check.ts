import type { Damage } from '../journal/damage.js'
import type { Engine } from '../journal/engine.js'
import { inOneBatch } from '../journal/stage.js'
import { memberOf } from '../journal/stored-aggregates.js'
import {
  type Aggregate,
  type Bucket,
  decodeAggregate,
  encodeAggregate,
  ignoredFrom,
  liveSums,
  withMember,
} from '../potentials/aggregate.js'
import { sumTolerance } from '../potentials/potentials.js'
import type { Entry } from '../store/store.js'

/**
 * Recomputes every pair and space from its Megrams, in one pass over the index, and puts right what differs. Aggregates are a
 * cache: nothing is lost with them. To be used inside `gate.exclusive`.
 */
export async function rebuildAggregates(engine: Engine, signal: AbortSignal): Promise<readonly Damage[]> {
  const { access, keys } = engine
  const right = new Set<string>()
  const changes = new Map<string, string | null>()
  for await (const sum of sumsOf(engine, signal)) {
    for (const [key, value] of await entriesOf(engine, sum)) {
      if ((await access.get(key)) === value) right.add(key)
      else changes.set(key, value)
    }
  }
  for (const table of [keys.table('a'), keys.table('w')]) {
    for await (const page of access.pages(table, signal)) {
      const stray = page.filter(([key]) => !right.has(key) && !changes.has(key))
      for (const [key] of stray) changes.set(key, null)
    }
  }
  if (changes.size > 0 && engine.damage.length === 0) {
    await inOneBatch(engine, (stage) => {
      for (const [key, value] of changes) stage.set(key, value)
    })
  }
  return [...changes.keys()].map((key) => ({ type: 'aggregate', ...keys.pairOf(key) }))
}

type Sum = readonly [key: string, aggregate: Aggregate]

/** The entries that the store should hold for a computed sum. An equal stored value is kept as it is. */
async function entriesOf({ access, keys }: Engine, [key, computed]: Sum): Promise<readonly Entry[]> {
  const value = (await access.get(key)) ?? ''
  const stored = decodeAggregate(value)
  const ofSpace = keys.isOfSpace(key)
  const right = stored && isSame(stored, computed, ofSpace) ? stored : computed
  const entry: Entry = [key, right === stored ? value : encodeAggregate(right)]
  const until = ofSpace ? 0 : ignoredFrom(right.buckets)
  return until ? [entry, [keys.heeded(key, until), '']] : [entry]
}

/** Every pair's and every space's aggregate, from the Megrams. */
async function* sumsOf(engine: Engine, signal: AbortSignal): AsyncGenerator<Sum> {
  const { access, keys } = engine
  const open = new Map<string, Aggregate>()
  for await (const page of access.pages(keys.table('x'), signal)) {
    for (const entry of page) {
      const pair = keys.aggregateOfMember(entry[0])
      const space = keys.aggregate(keys.pairOf(pair).space, '')
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

/**
 * True when a stored aggregate counts the same Megrams as a computed one and agrees on both potentials within 1e-9. The newest
 * Megram of a space may be one that was erased.
 */
function isSame(stored: Aggregate, computed: Aggregate, ofSpace: boolean): boolean {
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
  const allowed = sumTolerance * right.attention
  return Math.abs(left.attention - right.attention) <= allowed && Math.abs(left.decision - right.decision) <= allowed
}
