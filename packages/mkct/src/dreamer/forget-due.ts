import { type Engine, timeOf } from '../engine.js'
import { eraseRecords } from '../erase.js'
import { contributionOf } from '../megram.js'
import { decay, thresholds } from '../potentials.js'
import { readRecords } from '../records.js'
import { inOneBatch } from '../stage.js'

const chunkSize = 500

/**
 * Erases one chunk of the episodes and facts whose own live attention is below 0.1 (paper section 7.1), found by their
 * due time and checked again. Returns how many, and whether more may be due. To be used inside `gate.exclusive`.
 */
export async function forgetDue(engine: Engine): Promise<{ readonly forgotten: number; readonly more: boolean }> {
  const { access, keys } = engine
  const now = timeOf(engine)
  const due = await access.page(keys.dueUntil(now), { limit: chunkSize })
  const records = await readRecords(
    engine,
    due.map(([key]) => keys.lastNumber(key)),
  )
  const faded = records.flatMap((stored) => {
    const contribution = stored && contributionOf(stored.megram)
    if (!contribution) return []
    const live = contribution.f * decay(contribution.k, now - contribution.anchor)
    return live < thresholds.forget ? [stored] : []
  })
  if (faded.length === 0) return { forgotten: 0, more: false }
  await inOneBatch(engine, (stage) => eraseRecords(engine, stage, faded))
  return { forgotten: faded.length, more: due.length === chunkSize }
}
