import { type Engine, timeOf } from '../engine.js'
import { eraseRecords } from '../erase.js'
import type { KeyRange } from '../key-encoding.js'
import { contributionOf, type Megram } from '../megram.js'
import { type Contribution, decay, thresholds } from '../potentials.js'
import { decodeContribution } from '../record-index.js'
import { readRecords, type Stored } from '../records.js'
import { inOneBatch } from '../stage.js'

const chunkSize = 500

export interface Forgotten {
  readonly forgotten: number
  /** Where the next chunk of due entries starts; null after the last. */
  readonly next: string | null
}

/**
 * Erases those of one chunk of due episodes and facts whose own live attention is below 0.1 (paper section 7.1), checked
 * again. To be used inside `gate.exclusive`.
 */
export async function forgetDue(engine: Engine, from: string | null): Promise<Forgotten> {
  const { access, keys } = engine
  const now = timeOf(engine)
  const range: KeyRange = keys.dueUntil(now)
  const due = await access.page(from === null ? range : { gt: from, lt: range.lt }, { limit: chunkSize })
  const records = await readRecords(
    engine,
    due.map(([key]) => keys.lastNumber(key)),
  )
  const doomed: Stored[] = []
  for (const stored of records) {
    const contribution = stored && contributionOf(stored.megram)
    if (!contribution || !hasFaded(contribution, now)) continue
    if (!(await isNeeded(engine, stored.megram, now))) doomed.push(stored)
  }
  if (doomed.length > 0) await inOneBatch(engine, (stage) => eraseRecords(engine, stage, doomed))
  return { forgotten: doomed.length, next: due.length === chunkSize ? (due.at(-1)?.[0] ?? null) : null }
}

function hasFaded({ f, k, anchor }: Contribution, now: number): boolean {
  return f * decay(k, now - anchor) < thresholds.forget
}

/**
 * Whether a demoted rule is what says that live Megrams of its pair have been consolidated: without it they would be
 * promoted again. Costs one page of the pair while the oldest of them is alive.
 */
async function isNeeded({ access, keys }: Engine, megram: Megram, now: number): Promise<boolean> {
  const { consolidated, space, entity } = megram
  if (consolidated === undefined) return false
  for await (const page of access.pages(keys.members(space, entity))) {
    const older = page.filter(([key]) => keys.lastNumber(key) <= consolidated)
    if (older.some(([, value]) => !hasFaded(decodeContribution(value), now))) return true
  }
  return false
}
