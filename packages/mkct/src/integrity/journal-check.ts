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
  /** Links that the next entry may build on; empty when unknown. */
  readonly links: readonly string[]
}

/** Walks the journal from `start`, checking that it is contiguous and that every link follows from the one before. */
export async function* checkJournal(engine: Engine, start: number, signal?: AbortSignal): AsyncGenerator<Checked> {
  const { access, keys } = engine
  const range = { gte: keys.entry(start), lt: keys.table('e').lt }
  let before: Before | null = start <= 1 ? { sequence: 0, links: [genesis] } : null
  for await (const page of access.pages(range, signal)) {
    for (const [key, value] of page) {
      const checked = checkEntry(engine, keys.lastNumber(key), value, before)
      yield checked
      before = { sequence: checked.sequence, links: linksAfter(engine, checked, before) }
    }
  }
}

function checkEntry(engine: Engine, sequence: number, value: string, before: Before | null): Checked {
  const entry = decoded(value)
  const first = entry?.type === 'tombstone' ? entry.from : sequence
  const expected = before ? before.sequence + 1 : first
  const damage: Damage[] = []
  if (first > expected) damage.push({ type: 'missing', from: expected, to: first - 1 })
  if (!entry || first < expected || first > sequence || !linked(engine, sequence, entry, before, first > expected)) {
    return { sequence, entry, damage: [...damage, { type: 'altered', sequence }], sound: false }
  }
  if (entry.type === 'tombstone' && entry.reason === 'lost') damage.push({ type: 'lost', from: first, to: sequence })
  return { sequence, entry, damage, sound: true }
}

function decoded(value: string): JournalEntry | null {
  try {
    return decodeEntry(value)
  } catch (error) {
    if (ArtooError.isInstance(error) && error.code === 'schema_unsupported') throw error
    return null
  }
}

function linked({ hash }: Engine, sequence: number, entry: JournalEntry, before: Before | null, gap: boolean): boolean {
  if (entry.type === 'tombstone' || !before || gap || before.links.length === 0) return true
  return before.links.some((link) => linkOf(hash, link, sequence, entry.json) === entry.link)
}

/** After an altered entry the next may build on its stored link or on the one its text gives: only one part was hit. */
function linksAfter({ hash }: Engine, { sequence, entry, sound }: Checked, before: Before | null): readonly string[] {
  if (!entry) return []
  if (sound || entry.type === 'tombstone') return [entry.link]
  return [entry.link, ...(before?.links ?? []).map((link) => linkOf(hash, link, sequence, entry.json))]
}
