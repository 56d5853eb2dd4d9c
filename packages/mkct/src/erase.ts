import { type Aggregate, type Bucket, type Position, removeFrom } from './aggregate.js'
import { loadAggregates, recompute } from './aggregates.js'
import type { Engine } from './engine.js'
import { contributionOf, type Megram } from './megram.js'
import { indexOf } from './record-index.js'
import type { Stored } from './records.js'
import type { Stage } from './stage.js'
import { buryEntries } from './tombstones.js'

/** Takes records out of the journal, the indexes and the aggregates. To be used inside `gate.exclusive`. */
export async function eraseRecords(engine: Engine, stage: Stage, records: readonly Stored[]): Promise<void> {
  const { keys, hash } = engine
  const gone = new Set(records.map(({ sequence }) => sequence))
  const byPair = new Map<string, Megram[]>()
  for (const { sequence, megram } of records) {
    for (const [key] of indexOf(keys, hash, sequence, megram)) stage.del(key)
    stage.markRecall(sequence, megram.recalledAt, null)
    stage.count(megram.level, -1)
    if (megram.level === 'C') continue
    const pair = keys.aggregate(megram.space, megram.entity)
    byPair.set(pair, [...(byPair.get(pair) ?? []), megram])
  }
  await leavePairs(engine, stage, byPair, gone)
  await buryEntries(engine, stage, records)
}

async function leavePairs(
  engine: Engine,
  stage: Stage,
  byPair: ReadonlyMap<string, readonly Megram[]>,
  gone: ReadonlySet<number>,
): Promise<void> {
  const pairs = [...byPair.keys()].map(engine.keys.pairOfAggregate)
  const aggregates = await loadAggregates(engine, pairs)
  for (const [index, [key, megrams]] of [...byPair].entries()) {
    const pair = pairs[index]
    const before = aggregates[index] ?? null
    if (pair) stage.setAggregate(key, before, await without(engine, before, megrams, pair, gone))
  }
}

async function without(
  engine: Engine,
  before: Aggregate | null,
  megrams: readonly Megram[],
  pair: { readonly space: string; readonly entity: string },
  gone: ReadonlySet<number>,
): Promise<Aggregate | null> {
  let buckets: readonly Bucket[] | null = before?.buckets ?? null
  for (const megram of megrams) {
    const contribution = contributionOf(megram)
    if (buckets && contribution) buckets = removeFrom(buckets, contribution)
  }
  if (!before || !buckets) return recompute(engine, pair, gone)
  if (buckets.length === 0) return null
  const newest = gone.has(before.newest.sequence) ? await newestOf(engine, pair, gone) : before.newest
  return newest && { ...before, buckets, newest }
}

async function newestOf(
  { access, keys }: Engine,
  { space, entity }: { readonly space: string; readonly entity: string },
  gone: ReadonlySet<number>,
): Promise<Position | null> {
  for (let limit = 16; ; limit *= 4) {
    const page = await access.page(keys.members(space, entity), { limit, reverse: true })
    const left = page.find(([key]) => !gone.has(keys.lastNumber(key)))
    if (left) return { at: keys.memberTime(left[0]), sequence: keys.lastNumber(left[0]) }
    if (page.length < limit) return null
  }
}
