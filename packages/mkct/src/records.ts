import type { Engine } from './engine.js'
import { decodeEntry } from './journal-entry.js'
import type { Megram } from './megram.js'

export interface Stored {
  readonly sequence: number
  readonly megram: Megram
  readonly link: string
}

/** Reads records by sequence number; null where there is none (any more). */
export async function readRecords(
  { access, keys }: Engine,
  sequences: readonly number[],
): Promise<readonly (Stored | null)[]> {
  const values = await access.getMany(sequences.flatMap((sequence) => [keys.entry(sequence), keys.recalled(sequence)]))
  return sequences.map((sequence, index) => {
    const value = values[index * 2]
    if (value === undefined) return null
    const recalled = values[index * 2 + 1]
    const entry = decodeEntry(value, recalled === undefined ? null : decodeRecall(recalled))
    return entry.type === 'megram' ? { sequence, megram: entry.megram, link: entry.link } : null
  })
}

export function encodeRecall(at: number): string {
  return String(at)
}

export function decodeRecall(value: string): number {
  return Number(value)
}
