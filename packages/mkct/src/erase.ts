import { type Aggregate, type Position, removeFrom } from './aggregate.js'
import { recompute } from './aggregates.js'
import type { Pair } from './consultation.js'
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
  const leaving = new Map<string, Leaving>()
  for (const { megram } of records) {
    if (megram.level === 'C') continue
    const { space, entity } = megram
    for (const pair of [
      { space, entity },
      { space, entity: '' },
    ]) {
      const key = keys.aggregate(space, pair.entity)
      const others = leaving.get(key)
      if (others) others.megrams.push(megram)
      else leaving.set(key, { pair, megrams: [megram] })
    }
  }
  await stage.load([...leaving.values()].map(({ pair }) => pair))
  for (const [key, one] of leaving) stage.setSum(key, await without(engine, stage.sum(key), one, gone))
}

/** What leaves a pair, or, when the entity is empty, a space. */
interface Leaving {
  readonly pair: Pair
  readonly megrams: Megram[]
}

/** Of a space that loses its newest Megram, `newest` is left as it is: to find the next would cost a walk of the space. */
async function without(
  engine: Engine,
  before: Aggregate | null,
  { pair, megrams }: Leaving,
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
