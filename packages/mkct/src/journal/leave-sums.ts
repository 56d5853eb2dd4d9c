import { contributionOf, type Megram } from '../megram/megram.js'
import type { Pair } from '../megram/pair.js'
import { type Aggregate, type Position, removeFrom } from '../potentials/aggregate.js'
import type { Engine } from './engine.js'
import type { Stored } from './records.js'
import type { Stage } from './stage.js'
import { recompute } from './stored-aggregates.js'

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

/**
 * The aggregate without some Megrams. A space that loses its newest Megram keeps `newest`: finding the next would cost
 * a walk of the space.
 */
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
