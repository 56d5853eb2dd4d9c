import { addTo, removeFrom } from './aggregate.js'
import { recompute } from './aggregates.js'
import { type Engine, timeOf } from './engine.js'
import { contributionOf, type Megram } from './megram.js'
import { indexOf } from './record-index.js'
import { readRecords, type Stored } from './records.js'
import { inOneBatch, type Stage } from './stage.js'

/**
 * Marks records as recalled now. A rule's mark is where its decay will start should it be demoted; knowledge starts its
 * decay afresh at once. Episodes are left as they are. To be used inside `gate.exclusive`.
 */
export async function recallRecords(engine: Engine, sequences: readonly number[]): Promise<readonly Megram[]> {
  const now = timeOf(engine)
  const records = await readRecords(engine, sequences)
  return inOneBatch(engine, async (stage) => {
    const recalled: Megram[] = []
    for (const stored of records) {
      if (!stored || stored.megram.level === 'M') continue
      const megram = { ...stored.megram, recalledAt: now }
      recalled.push(megram)
      if (stored.megram.recalledAt === now) continue
      stage.markRecall(stored.sequence, stored.megram.recalledAt, now)
      if (megram.level === 'K') await reanchor(engine, stage, stored, megram)
    }
    return recalled
  })
}

async function reanchor(engine: Engine, stage: Stage, { sequence, megram }: Stored, recalled: Megram): Promise<void> {
  const { keys, hash } = engine
  for (const [key] of indexOf(keys, hash, sequence, megram)) stage.del(key)
  for (const [key, value] of indexOf(keys, hash, sequence, recalled)) stage.put(key, value)
  const before = contributionOf(megram)
  const after = contributionOf(recalled)
  if (!before || !after) return
  await stage.load([megram])
  const { space } = megram
  for (const pair of [megram, { space, entity: '' }]) {
    const key = keys.aggregate(space, pair.entity)
    const old = stage.sum(key)
    const rest =
      old && (removeFrom(old.buckets, [before]) ?? (await recompute(engine, pair, new Set([sequence])))?.buckets)
    const position = old ?? { newest: { at: megram.at, sequence }, lastWrite: sequence }
    stage.setSum(key, { ...position, buckets: addTo(rest ?? [], after) })
  }
}
