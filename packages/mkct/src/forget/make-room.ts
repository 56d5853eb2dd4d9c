import type { Engine } from '../journal/engine.js'
import { recordsAt } from '../journal/records.js'
import { inOneBatch } from '../journal/stage.js'
import { contributionOf } from '../megram/megram.js'
import { eraseRecords } from './erase.js'

/** The part of its bound that a full memory keeps, so that room is made once for many writes. */
const keptPart = 0.9

/**
 * Erases the episodes and facts that have decayed most, when there are more of them than `most`, until nine tenths are left. Rules are neither counted
 * nor erased: a memory full of them would forget each new lesson at once.
 * To be used inside `gate.exclusive`.
 */
export async function makeRoom(engine: Engine, most: number): Promise<void> {
  const { M, K } = engine.head.counts
  const excess = M + K - Math.ceil(most * keptPart)
  // In the order of the times at which they would be forgotten; a recall moves that of a fact.
  const due = await engine.access.page(engine.keys.dueUntil(latest), { limit: 2 * excess })
  const stored = await recordsAt(engine, due)
  const doomed = stored
    .filter(({ megram }) => contributionOf(megram) && megram.consolidated === undefined)
    .slice(0, excess)
  if (doomed.length === 0) return
  await inOneBatch(engine, (stage) => eraseRecords(engine, stage, doomed))
}

/** The latest time that there is, ms. */
const latest = 8.64e15
