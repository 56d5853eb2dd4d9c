import type { Store } from '@artoo/spec'
import type { Damage } from '../journal/damage.js'
import { type Engine, timeOf } from '../journal/engine.js'
import { emptyHead, encodeHead } from '../journal/head.js'
import { hasSoundHead } from '../journal/other-writer.js'
import { decodeRecall } from '../journal/records.js'
import { anchorOf, type Megram } from '../megram/megram.js'
import { importChunk } from '../portability/export-import.js'
import type { ImportLine } from '../portability/import-line.js'
import { createRenumbering } from '../portability/renumbering.js'
import { createStoreAccess } from '../store/store.js'
import { checkJournal } from './journal-check.js'

export interface RepairReport {
  readonly damage: readonly Damage[]
  /** Journal entries given up. */
  readonly lost: number
  readonly megrams: number
}

/**
 * Imports what the chain proves into a fresh store, which then takes the place of the old: what is stopped on the way leaves
 * everything as it was. To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} `store_changed` when someone else has written to a store that was opened undamaged.
 */
export async function repairStore(engine: Engine, signal: AbortSignal): Promise<RepairReport> {
  signal.throwIfAborted()
  await hasSoundHead(engine)
  const damage: Damage[] = []
  let claimed = engine.head.sequence
  let kept = 0
  let fresh = engine

  async function fill(store: Store): Promise<void> {
    const now = timeOf(engine)
    fresh = engineOver(store, engine, now)
    await copyNotes(engine, fresh)
    const recalls = await recallMarks(engine)
    const renumbering = createRenumbering()
    const journal = engine.access.readable(engine.keys.table('e'))
    for await (const page of checkJournal(engine, 1, damage, journal)) {
      const lines: ImportLine[] = []
      for (const { sequence, entry, sound } of page) {
        claimed = Math.max(claimed, sequence)
        if (!sound || !entry) continue
        if (entry.type === 'tombstone') {
          kept += sequence - entry.from + 1
          continue
        }
        kept++
        const megram = { ...entry.megram, recalledAt: recalls.get(sequence) ?? null }
        lines.push({ number: 0, sequence, megram: notAfter(now, megram) })
      }
      await importChunk(fresh, lines, renumbering)
      signal.throwIfAborted()
    }
    await fresh.access.write([[engine.keys.head, encodeHead(fresh.head)]], true)
    signal.throwIfAborted()
  }

  await engine.rebuild(fill)
  engine.head = fresh.head
  engine.damage = []
  engine.committed(fresh.head)
  const { M, K, C } = fresh.head.counts
  return { damage, lost: claimed - kept, megrams: M + K + C }
}

/** A part that works on another store, whose head goes on from the old one. */
function engineOver(store: Store, engine: Engine, now: number): Engine {
  const { revision, latest } = engine.head
  const head = { ...emptyHead, revision: revision + 1, latest: Math.min(latest, now) }
  const parts = { access: createStoreAccess(store), committed: () => {} }
  return { ...engine, ...parts, head, damage: [], inDoubt: null }
}

/** Copies the facts that are in no record: forgotten idempotency keys, and whether files may still hold erased text. */
async function copyNotes({ access, keys }: Engine, fresh: Engine): Promise<void> {
  for await (const forgotten of access.readable(keys.table('o'))) await fresh.access.write(forgotten, false)
  const erasing = await access.get(keys.erasing).catch(() => '')
  if (erasing !== undefined) await fresh.access.write([[keys.erasing, '']], false)
}

/** Moves times that a wrong clock put into the future to `now`. */
function notAfter(now: number, megram: Megram): Megram {
  const { at, decaysFrom, recalledAt } = megram
  if (anchorOf(megram) <= now) return megram
  return {
    ...megram,
    at: Math.min(at, now),
    ...(decaysFrom !== undefined && { decaysFrom: Math.min(decaysFrom, now) }),
    recalledAt: recalledAt === null ? null : Math.min(recalledAt, now),
  }
}

/** The marks that hold, by the number of their record. */
async function recallMarks(engine: Engine): Promise<ReadonlyMap<number, number>> {
  const marks = new Map<number, number>()
  for await (const entries of engine.access.readable(engine.keys.table('r'))) {
    for (const [key, value] of entries) {
      const sequence = engine.keys.lastNumber(key)
      const recalledAt = decodeRecall(engine, sequence, value)
      if (recalledAt !== null) marks.set(sequence, recalledAt)
    }
  }
  return marks
}
