import { assertOptions } from '@artoo/spec'
import type { Engine } from './engine.js'
import { decodeEntry } from './journal-entry.js'
import type { KeyRange } from './key-encoding.js'
import type { Megram, StoredLevel } from './megram.js'
import { readRecords } from './records.js'

export interface Filter {
  readonly level?: StoredLevel
  readonly space?: string
  readonly entity?: string
}

export interface Summary {
  readonly namespace: string
  readonly megrams: number
  readonly levels: Readonly<Record<StoredLevel, number>>
  readonly pairs: number
  /** Journal entries ever written; the chain's length. */
  readonly sequence: number
  /** The chain's last link: keep it elsewhere to have proof that nothing before it was changed. */
  readonly link: string
  /** Time of the latest event, ms; null for an empty memory. */
  readonly latest: number | null
}

export function summaryOf({ head }: Engine, namespace: string): Summary {
  const { counts, pairs, sequence, link, latest } = head
  const megrams = counts.M + counts.K + counts.C
  return { namespace, megrams, levels: counts, pairs, sequence, link, latest: sequence === 0 ? null : latest }
}

/**
 * Walks the records that match: in order of writing, or, when a space or level narrows it, in order of the index.
 *
 * @throws {ArtooError} `unknown_filter` for a field that is none: it would narrow nothing down.
 */
export async function* iterateRecords(engine: Engine, filter: Filter, signal?: AbortSignal): AsyncGenerator<Megram> {
  assertOptions(filter, fields, { of: 'megrams', code: 'unknown_filter' })
  const { gate, keys } = engine
  for (const range of rangesOf(engine, filter)) {
    const journal = range.gte === keys.table('e').gte
    let from: string | null = null
    for (;;) {
      signal?.throwIfAborted()
      const start: string | null = from
      const { megrams, next }: MegramPage = await gate.read(() => readPage(engine, range, start, journal))
      yield* megrams.filter((megram) => matches(megram, filter))
      if (next === null) break
      from = next
    }
  }
}

const pageSize = 500
const fields = ['level', 'space', 'entity'] as const satisfies (keyof Filter)[]

interface MegramPage {
  readonly megrams: readonly Megram[]
  readonly next: string | null
}

async function readPage(engine: Engine, range: KeyRange, from: string | null, journal: boolean): Promise<MegramPage> {
  const { access, keys } = engine
  const page = await access.page(from === null ? range : { gt: from, lt: range.lt }, { limit: pageSize })
  const next = page.length === pageSize ? (page.at(-1)?.[0] ?? null) : null
  const live = journal ? page.filter(([, value]) => decodeEntry(value).type === 'megram') : page
  const records = await readRecords(
    engine,
    live.map(([key]) => keys.lastNumber(key)),
  )
  return { megrams: records.flatMap((record) => record?.megram ?? []), next }
}

function rangesOf({ keys }: Engine, { level, space, entity }: Filter): readonly KeyRange[] {
  if (space === undefined) return level === 'C' || level === 'K' ? [keys.levels(level)] : [keys.table('e')]
  if (level === 'C' || level === 'K') return [keys.levels(level, space, entity)]
  const members = keys.members(space, entity)
  return level === 'M' ? [members] : [members, keys.levels('C', space, entity)]
}

function matches(megram: Megram, { level, space, entity }: Filter): boolean {
  return (
    (level === undefined || megram.level === level) &&
    (space === undefined || megram.space === space) &&
    (entity === undefined || megram.entity === entity)
  )
}
