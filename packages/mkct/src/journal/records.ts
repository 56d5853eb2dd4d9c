import type { Megram } from '../megram/megram.js'
import { decodeNumber } from '../store/key-encoding.js'
import type { Entry } from '../store/store.js'
import type { Engine } from './engine.js'
import { decodeEntry } from './journal-entry.js'

export interface Stored {
  readonly sequence: number
  readonly megram: Megram
  readonly link: string
}

/** Reads records by sequence number, in their order; what is gone is left out. */
export async function readRecords(engine: Engine, sequences: readonly number[]): Promise<readonly Stored[]> {
  const { access, keys, head, damage } = engine
  const unmarked = head.recalled === 0 && damage.length === 0
  const marks = unmarked ? [] : sequences.map(keys.recalled)
  const values = await access.getMany([...sequences.map(keys.entry), ...marks])
  return sequences.flatMap((sequence, index) => {
    const value = values[index]
    if (value === undefined) return []
    const recalled = values[sequences.length + index]
    const entry = decodeEntry(value, recalled === undefined ? null : decodeRecall(engine, sequence, recalled))
    return entry.type === 'megram' ? { sequence, megram: entry.megram, link: entry.link } : []
  })
}

/** The same for those that index entries point to. */
export function recordsAt(engine: Engine, entries: readonly Entry[]): Promise<readonly Stored[]> {
  const sequences = entries.map(([key]) => engine.keys.lastNumber(key))
  return readRecords(engine, sequences)
}

/** The same for those with these ids. */
export async function recordsOf(engine: Engine, ids: readonly string[]): Promise<readonly Stored[]> {
  const values = await engine.access.getMany(ids.map(engine.keys.id))
  const sequences = values.flatMap((value) => (value === undefined ? [] : decodeNumber(value)))
  return readRecords(engine, sequences)
}

/** A recall mark stands outside the hash chain, so it carries a digest of its own. */
export function encodeRecall({ hash }: Engine, sequence: number, at: number): string {
  return `${at} ${hash(`${sequence} ${at}`).slice(0, 16)}`
}

/** Null for a mark that isn't what was written. */
export function decodeRecall(engine: Engine, sequence: number, value: string): number | null {
  const at = Number.parseInt(value, 10)
  return value === encodeRecall(engine, sequence, at) ? at : null
}
