import { ArtooError } from '@artoo/spec'
import type { Damage } from '../journal/damage.js'
import type { Engine } from '../journal/engine.js'
import { decodeEntry, genesis, type JournalEntry, linkOf } from '../journal/journal-entry.js'

/** A journal entry as it was read, null when it can't be; only a `sound` one is what the chain says it was. */
interface Checked {
  readonly sequence: number
  readonly entry: JournalEntry | null
  readonly sound: boolean
}

/** The entry before, or the beginning. An unsound one may have the wrong link. */
interface Before extends Pick<Checked, 'sequence' | 'sound'> {
  readonly link: string
}

/**
 * Walks the journal from `start` page by page, checking that it is contiguous, that every link follows from the one before,
 * and that it ends where the head says; what is wrong is added to `damage`. The first entry is taken at its word unless it is
 * the first of all.
 *
 * @throws {ArtooError} `schema_unsupported` for an entry of another version that the chain doesn't refute.
 */
export async function* checkJournal(
  engine: Engine,
  start: number,
  damage: Damage[],
  entries = engine.access.pages({ gte: engine.keys.entry(start), lt: engine.keys.table('e').lt }),
): AsyncGenerator<readonly Checked[]> {
  const { keys, head } = engine
  const origin: Before = { sequence: 0, link: genesis, sound: true }
  let before = start <= 1 ? origin : null
  for await (const page of entries) {
    const checked: Checked[] = []
    for (const [key, value] of page) {
      const one = checkEntry(engine, keys.lastNumber(key), value, before, damage)
      checked.push(one)
      before = { ...one, link: value.slice(0, 64) }
    }
    yield checked
  }
  const { sequence, link } = before ?? origin
  if (sequence < head.sequence) damage.push({ type: 'missing', from: sequence + 1, to: head.sequence })
  else if (sequence > head.sequence || link !== head.link) damage.push({ type: 'head' })
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

function follows({ hash }: Engine, sequence: number, value: string, { link }: Before): boolean {
  return linkOf(hash, link, sequence, value.slice(64)) === value.slice(0, 64)
}

/** The damage to the journal from sequence number `start` on. */
export async function damageFrom(engine: Engine, start: number): Promise<readonly Damage[]> {
  const damage: Damage[] = []
  const pages = checkJournal(engine, start, damage)
  while (!(await pages.next()).done);
  return damage
}
