import { ArtooError } from '@artoo/spec'
import type { Engine } from '../engine.js'
import { decodeEntry, genesis, type JournalEntry, linkOf } from '../journal-entry.js'
import type { Damage } from './damage.js'

/** A journal entry that was read, or what is wrong there. */
export type Checked =
  | {
      readonly sequence: number
      readonly entry: JournalEntry
      readonly damage: readonly Damage[]
      readonly sound: true
    }
  | {
      readonly sequence: number
      readonly entry: JournalEntry | null
      readonly damage: readonly Damage[]
      readonly sound: false
    }

interface Before {
  readonly sequence: number
  /** Links that the next entry may build on. */
  readonly links: readonly string[]
  /** False when the right link may not be among them. */
  readonly sound: boolean
}

/**
 * Walks the journal from `start`, checking that it is contiguous and that every link follows from the one before. The
 * first entry is taken at its word unless it is the first of all.
 *
 * @throws {ArtooError} `schema_unsupported` for an entry of another version that the chain doesn't refute.
 */
export async function* checkJournal(
  engine: Engine,
  start: number,
  entries = engine.access.pages({ gte: engine.keys.entry(start), lt: engine.keys.table('e').lt }),
): AsyncGenerator<Checked> {
  const { keys } = engine
  let before: Before | null = start <= 1 ? { sequence: 0, links: [genesis], sound: true } : null
  for await (const page of entries) {
    for (const [key, value] of page) {
      const checked = checkEntry(engine, keys.lastNumber(key), value, before)
      yield checked
      const { sequence, sound } = checked
      before = { sequence, links: linksAfter(engine, checked, value, before), sound }
    }
  }
}

function checkEntry(engine: Engine, sequence: number, value: string, before: Before | null): Checked {
  const entry = decoded(engine, sequence, value, before)
  const first = entry?.type === 'tombstone' ? entry.from : sequence
  const expected = before ? before.sequence + 1 : first
  const damage: Damage[] = []
  if (first > expected) damage.push({ type: 'missing', from: expected, to: first - 1 })
  if (!entry || first < expected || first > sequence) {
    return { sequence, entry, damage: [...damage, { type: 'altered', sequence }], sound: false }
  }
  if (entry.type === 'megram' && before && !follows(engine, sequence, value, before)) {
    const type = first === expected && before.sound ? 'altered' : 'unproven'
    return { sequence, entry, damage: [...damage, { type, sequence }], sound: false }
  }
  return { sequence, entry, damage, sound: true }
}

function decoded(engine: Engine, sequence: number, value: string, before: Before | null): JournalEntry | null {
  try {
    return decodeEntry(value)
  } catch (error) {
    const unsupported = ArtooError.isInstance(error) && error.code === 'schema_unsupported'
    if (unsupported && (!before || follows(engine, sequence, value, before))) throw error
    return null
  }
}

function follows({ hash }: Engine, sequence: number, value: string, { links }: Before): boolean {
  const [link, json] = [value.slice(0, 64), value.slice(64)]
  return links.some((previous) => linkOf(hash, previous, sequence, json) === link)
}

/** After an altered entry the next may build on its stored link or on the one its text gives: only one part was hit. */
function linksAfter({ hash }: Engine, { sequence, entry, sound }: Checked, value: string, before: Before | null) {
  const link = value.slice(0, 64)
  if (sound || entry?.type === 'tombstone') return [link]
  const stored = /^[0-9a-f]{64}$/.test(link) ? [link] : []
  return [...stored, ...(before?.links ?? []).map((previous) => linkOf(hash, previous, sequence, value.slice(64)))]
}
