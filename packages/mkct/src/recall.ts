import { addTo, removeFrom } from './aggregate.js'
import { recompute } from './aggregates.js'
import { type Engine, timeOf } from './engine.js'
import { recordsOf } from './indexed-records.js'
import { contributionOf } from './megram.js'
import { indexOf } from './record-index.js'
import type { Stored } from './records.js'
import { inOneBatch, type Stage } from './stage.js'

/**
 * Marks rules and facts as recalled now; false when there is none among these ids. A rule's mark is where its decay will
 * start should it be demoted; knowledge starts its decay afresh at once. To be used inside `gate.exclusive`.
 */
export async function recallRecords(engine: Engine, ids: readonly string[]): Promise<boolean> {
  const now = timeOf(engine)
  const records = (await recordsOf(engine, ids)).filter(({ megram }) => megram.level !== 'M')
  const marked = records.filter(({ megram }) => megram.recalledAt !== now)
  await inOneBatch(engine, async (stage) => {
    for (const stored of marked) await recall(engine, stage, stored, now)
  })
  return records.length > 0
}

async function recall(engine: Engine, stage: Stage, { sequence, megram }: Stored, now: number): Promise<void> {
  const { keys, hash } = engine
  const recalled = { ...megram, recalledAt: now }
  const before = contributionOf(megram)
  const after = contributionOf(recalled)
  stage.markRecall(sequence, megram.recalledAt, now)
  if (!before || !after) return
  for (const [key] of indexOf(keys, hash, sequence, megram)) stage.del(key)
  for (const [key, value] of indexOf(keys, hash, sequence, recalled)) stage.put(key, value)
  await stage.load([megram])
  const { space, entity } = megram
  for (const pair of [
    { space, entity },
    { space, entity: '' },
  ]) {
    const key = keys.aggregate(space, pair.entity)
    const old = stage.sum(key)
    if (!old) continue
    const rest = removeFrom(old.buckets, [before]) ?? (await recompute(engine, pair, new Set([sequence])))?.buckets
    stage.setSum(key, { ...old, buckets: addTo(rest ?? [], after) })
  }
}
