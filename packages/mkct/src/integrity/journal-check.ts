import { ArtooError } from '@artoo/spec'
import type { Engine } from '../engine.js'
import { decodeEntry, genesis, type JournalEntry, linkOf } from '../journal-entry.js'
import type { Damage } from './damage.js'

/** A journal entry as it was read, null when it can't be; only a `sound` one is what the chain says it was. */
interface Checked {
  readonly sequence: number
  readonly entry: JournalEntry | null
  readonly sound: boolean
}

interface Before {
  readonly sequence: number
  /** Links that the next entry may build on. */
  readonly links: readonly string[]
  /** False when the right link may not be among them. */
  readonly sound: boolean
}

/**
 * Walks the journal from `start`, checking that it is contiguous, that every link follows from the one before, and that it
 * ends where the head says; what is wrong is added to `damage`. The first entry is taken at its word unless it is the first
 * of all.
 *
 * @throws {ArtooError} `schema_unsupported` for an entry of another version that the chain doesn't refute.
 */
export async function* checkJournal(
  engine: Engine,
  start: number,
  damage: Damage[],
  entries = engine.access.pages({ gte: engine.keys.entry(start), lt: engine.keys.table('e').lt }),
): AsyncGenerator<Checked> {
  const { keys, head } = engine
  const origin: Before = { sequence: 0, links: [genesis], sound: true }
  let before = start <= 1 ? origin : null
  for await (const page of entries) {
    for (const [key, value] of page) {
      const checked = checkEntry(engine, keys.lastNumber(key), value, before, damage)
      yield checked
      before = { ...checked, links: linksAfter(engine, checked, value, before) }
    }
  }
  const { sequence, links } = before ?? origin
  if (sequence < head.sequence) damage.push({ type: 'missing', from: sequence + 1, to: head.sequence })
  else if (sequence > head.sequence || !links.includes(head.link)) damage.push({ type: 'head' })
}

function checkEntry(engine: Engine, sequence: number, value: string, before: Before | null, damage: Damage[]): Checked {
  const entry = decoded(engine, sequence, value, before)
  const first = entry?.type === 'tombstone' ? entry.from : sequence
  const expected = before ? before.sequence + 1 : first
  if (first > expected) damage.push({ type: 'missing', from: expected, to: first - 1 })
  const isOff = !entry || first < expected || first > sequence
  const sound = !isOff && (entry.type === 'tombstone' || !before || follows(engine, sequence, value, before))
  const isProvable = isOff || (first === expected && before?.sound)
  if (!sound) damage.push({ type: isProvable ? 'altered' : 'unproven', sequence })
  return { sequence, entry, sound }
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
  const [link, json] = [value.slice(0, 64), value.slice(64)]
  if (sound || entry?.type === 'tombstone') return [link]
  return [link, ...(before?.links ?? []).map((previous) => linkOf(hash, previous, sequence, json))]
}
