import { assertOptions } from '@artoo/spec'
import type { Engine } from '../journal/engine.js'
import { inSteps } from '../journal/in-steps.js'
import { recordsAt } from '../journal/records.js'
import type { Megram, StoredLevel } from '../megram/megram.js'
import type { KeyRange } from '../store/key-encoding.js'

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
 * @throws {ArtooError} `invalid_option` for a field that is none: it would narrow nothing down.
 */
export async function* iterateRecords(engine: Engine, filter: Filter, signal?: AbortSignal): AsyncGenerator<Megram> {
  assertOptions(filter, fields, { of: 'megrams' })
  for (const range of rangesOf(engine, filter)) {
    for await (const records of inSteps(engine, 'read', range, signal, recordsAt)) {
      for (const { megram } of records) if (matches(megram, filter)) yield megram
    }
    signal?.throwIfAborted()
  }
}

const fields = ['level', 'space', 'entity'] as const satisfies (keyof Filter)[]

/** The key ranges of the records that may match. */
export function rangesOf({ keys }: Engine, { level, space, entity }: Filter): readonly KeyRange[] {
  if (space === undefined) return level === 'C' || level === 'K' ? [keys.levels(level)] : [keys.table('e')]
  if (level === 'C' || level === 'K') return [keys.levels(level, space, entity)]
  const members = keys.members(space, entity)
  return level === 'M' ? [members] : [members, keys.levels('C', space, entity)]
}

function matches(megram: Megram, filter: Filter): boolean {
  return fields.every((field) => filter[field] === undefined || filter[field] === megram[field])
}
