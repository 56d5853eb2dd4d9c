import { type Aggregate, type Position, removeFrom } from './aggregate.js'
import { aggregatesAt, recompute } from './aggregates.js'
import type { Engine } from './engine.js'
import { contributionOf, type Megram } from './megram.js'
import { forgottenKey, indexOf } from './record-index.js'
import type { Stored } from './records.js'
import type { Stage } from './stage.js'
import { buryEntries } from './tombstones.js'

/**
 * Takes records out of the journal, the indexes and the aggregates. `onDemand`: their idempotency keys stay taken, so that
 * nothing that is delivered again brings them back. To be used inside `gate.exclusive`.
 */
export async function eraseRecords(
  engine: Engine,
  stage: Stage,
  records: readonly Stored[],
  onDemand = false,
): Promise<void> {
  const { keys, hash } = engine
  const gone = new Set(records.map(({ sequence }) => sequence))
  const byPair = new Map<string, [Megram, ...Megram[]]>()
  for (const { sequence, megram } of records) {
    for (const [key] of indexOf(keys, hash, sequence, megram)) stage.del(key)
    if (onDemand && megram.key !== undefined) stage.put(forgottenKey(keys, hash, megram.key), `${sequence}`)
    stage.markRecall(sequence, megram.recalledAt, null)
    stage.count(megram.level, -1)
    if (megram.level === 'C') continue
    const pair = keys.aggregate(megram.space, megram.entity)
    const others = byPair.get(pair)
    if (others) others.push(megram)
    else byPair.set(pair, [megram])
  }
  await leavePairs(engine, stage, byPair, gone)
  await buryEntries(engine, stage, records)
}

async function leavePairs(
  engine: Engine,
  stage: Stage,
  byPair: ReadonlyMap<string, readonly [Megram, ...Megram[]]>,
  gone: ReadonlySet<number>,
): Promise<void> {
  const aggregates = await aggregatesAt(engine, [...byPair.keys()])
  let index = 0
  for (const [key, megrams] of byPair) {
    const before = aggregates[index++] ?? null
    stage.setAggregate(key, before, await without(engine, before, megrams, gone))
  }
}

async function without(
  engine: Engine,
  before: Aggregate | null,
  megrams: readonly [Megram, ...Megram[]],
  gone: ReadonlySet<number>,
): Promise<Aggregate | null> {
  const [pair] = megrams
  const contributions = megrams.flatMap((megram) => contributionOf(megram) ?? [])
  const buckets = before && removeFrom(before.buckets, contributions)
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
