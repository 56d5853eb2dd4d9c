import { type Engine, timeOf } from '../journal/engine.js'
import { leaveSums } from '../journal/leave-sums.js'
import { indexOf } from '../journal/record-index.js'
import { recordsOf } from '../journal/records.js'
import { inOneBatch } from '../journal/stage.js'

/**
 * Marks rules and facts as recalled now; false when there is none among these ids. A rule's mark is where its decay will
 * start should it be demoted; knowledge starts its decay afresh at once. To be used inside `gate.exclusive`.
 */
export async function recallRecords(engine: Engine, ids: readonly string[]): Promise<boolean> {
  const { keys, hash } = engine
  const now = timeOf(engine)
  const records = (await recordsOf(engine, ids)).filter(({ megram }) => megram.level !== 'M')
  const marked = records.filter(({ megram }) => megram.recalledAt !== now)
  await inOneBatch(engine, async (stage) => {
    await leaveSums(engine, stage, marked)
    for (const { sequence, megram } of marked) {
      stage.markRecall(sequence, megram.recalledAt, now)
      if (megram.level === 'C') continue
      const recalled = { ...megram, recalledAt: now }
      for (const [key] of indexOf(keys, hash, sequence, megram)) stage.set(key, null)
      for (const [key, value] of indexOf(keys, hash, sequence, recalled)) stage.set(key, value)
      stage.join(sequence, recalled)
    }
  })
  return records.length > 0
}
