import type { Engine } from './engine.js'
import { decodeEntry } from './journal-entry.js'
import type { Megram } from './megram.js'

export interface Stored {
  readonly sequence: number
  readonly megram: Megram
  readonly link: string
}

/** Reads records by sequence number; null where there is none (any more). */
export async function readRecords(engine: Engine, sequences: readonly number[]): Promise<readonly (Stored | null)[]> {
  const { access, keys, head, damage } = engine
  const unmarked = head.recalled === 0 && damage.length === 0
  const marks = unmarked ? [] : sequences.map(keys.recalled)
  const values = await access.getMany([...sequences.map(keys.entry), ...marks])
  return sequences.map((sequence, index) => {
    const value = values[index]
    if (value === undefined) return null
    const recalled = values[sequences.length + index]
    const entry = decodeEntry(value, recalled === undefined ? null : decodeRecall(engine, sequence, recalled))
    return entry.type === 'megram' ? { sequence, megram: entry.megram, link: entry.link } : null
  })
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
