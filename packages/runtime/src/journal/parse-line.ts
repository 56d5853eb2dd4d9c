import { ArtooError } from '@artoo/spec'
import type { JournalLine } from './journal.js'

/** The line; null for what is no line of a journal. */
export function lineOn(text: string): JournalLine | null {
  try {
    return parseLine(text)
  } catch {
    return null
  }
}

/** @throws {ArtooError} `damaged_journal` for what is no line of a journal. */
export function parseLine(text: string): JournalLine {
  try {
    const line = JSON.parse(text) as Partial<JournalLine> | null
    if (typeof line?.kind === 'string') return line as JournalLine
  } catch (cause) {
    throw new ArtooError('damaged_journal', `not a line of a journal: ${text.slice(0, 80)}`, { cause })
  }
  throw new ArtooError('damaged_journal', `not a line of a journal: ${text.slice(0, 80)}`)
}
