import { type Aggregate, type Position, removeFrom } from './aggregate.js'
import { recompute } from './aggregates.js'
import type { Pair } from './consultation.js'
import type { Engine } from './engine.js'
import { decodeEntry, encodeTombstone } from './journal-entry.js'
import { contributionOf, type Megram } from './megram.js'
import { forgottenKey, indexOf } from './record-index.js'
import type { Stored } from './records.js'
import type { Stage } from './stage.js'

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
  for (const { sequence, megram } of records) {
    for (const [key] of indexOf(keys, hash, sequence, megram)) stage.set(key, null)
    if (onDemand && megram.key !== undefined) stage.set(forgottenKey(keys, hash, megram.key), `${sequence}`)
    stage.markRecall(sequence, megram.recalledAt, null)
    stage.count(megram.level, -1)
  }
  await leaveSums(engine, stage, records)
  await buryEntries(engine, stage, records)
}

/** Takes out of the sums what records contribute. */
export async function leaveSums(engine: Engine, stage: Stage, records: readonly Stored[]): Promise<void> {
  const { keys } = engine
  const gone = new Set(records.map(({ sequence }) => sequence))
  const leaving = new Map<string, Megram[]>()
  for (const { megram } of records) {
    for (const key of megram.level === 'C' ? [] : keys.sums(megram)) {
      const others = leaving.get(key)
      if (others) others.push(megram)
      else leaving.set(key, [megram])
    }
  }
  await stage.load([...leaving.values()].flat())
  for (const [key, megrams] of leaving) {
    stage.setSum(key, await without(engine, stage.sum(key), keys.pairOf(key), megrams, gone))
  }
}

/** Of a space that loses its newest Megram, `newest` is left as it is: to find the next would cost a walk of the space. */
async function without(
  engine: Engine,
  before: Aggregate | null,
  pair: Pair,
  megrams: readonly Megram[],
  gone: ReadonlySet<number>,
): Promise<Aggregate | null> {
  const contributions = megrams.flatMap((megram) => contributionOf(megram) ?? [])
  const buckets = before && removeFrom(before.buckets, contributions)
  if (!before || !buckets) return recompute(engine, pair, gone)
  if (buckets.length === 0) return null
  const isGone = pair.entity !== '' && gone.has(before.newest.sequence)
  const newest = isGone ? await newestOf(engine, pair, gone, megrams.length) : before.newest
  return newest && { ...before, buckets, newest }
}

/** The newest that is left: no more than `leaving` are before it. */
async function newestOf(
  { access, keys }: Engine,
  { space, entity }: Pair,
  gone: ReadonlySet<number>,
  leaving: number,
): Promise<Position | null> {
  const page = await access.page(keys.members(space, entity), { limit: leaving + 1, reverse: true })
  const left = page.find(([key]) => !gone.has(keys.lastNumber(key)))
  return left ? { at: keys.memberTime(left[0]), sequence: keys.lastNumber(left[0]) } : null
}

/**
 * Replaces journal entries by tombstones, one for each run of neighbours, so that the chain still spans the gap and the
 * dead take no more room than the living.
 */
async function buryEntries(engine: Engine, stage: Stage, buried: readonly Stored[]): Promise<void> {
  const { keys, access } = engine
  const gone = new Set(buried.map(({ sequence }) => sequence))
  const entries = new Map<string, string | null>()
  for (const { sequence, link } of buried.toSorted((a, b) => a.sequence - b.sequence)) {
    const [before, here] = [keys.entry(sequence - 1), keys.entry(sequence)]
    const left = decodeErased(entries.get(before) ?? (await access.get(before)))
    if (left) entries.set(before, null)
    const from = left?.from ?? sequence
    const after = { gte: keys.entry(sequence + 1), lt: keys.table('e').lt }
    const [next] = gone.has(sequence + 1) ? [] : await access.page(after, { limit: 1 })
    const right = decodeErased(next?.[1])
    const isJoined = next && right?.from === sequence + 1
    entries.set(here, isJoined ? null : encodeTombstone(link, from))
    if (isJoined) entries.set(next[0], encodeTombstone(right.link, from))
  }
  for (const [key, value] of entries) stage.set(key, value)
}

function decodeErased(value: string | undefined) {
  if (value === undefined || !/^.{64}\{"v":\d+,"erased"/.test(value)) return null
  const entry = decodeEntry(value)
  return entry.type === 'tombstone' ? entry : null
}
