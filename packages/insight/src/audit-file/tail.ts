/// <reference types="node" />
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { ArtooError } from '@artoo/spec'
import { type AuditHead, digestOf, entryOn, genesis, longestLine } from './entry.js'

/** The end of a file. */
export interface Tail {
  /** Bytes of the whole file. */
  readonly size: number
  /** The last entry. */
  readonly head: AuditHead
  /** The bytes after it; null without any. */
  readonly remains: { readonly bytes: number; readonly digest: string } | null
  /** The file ends with a line feed, or is empty. */
  readonly isEnded: boolean
}

/** Room for several torn lines after an entry. */
const tailBytes = 4 * longestLine

const begin = '{"sequence":'

/** @throws {ArtooError} `not_an_audit_log` for a file of something else. */
export function tailOf(path: string): Tail {
  const { size, text } = endOf(path)
  const lines = text.split('\n')
  const isEnded = lines.at(-1) === ''
  if (isEnded) lines.pop()
  const last = lines.findLastIndex((line) => entryOn(line) !== null)
  const head = entryOn(lines[last] ?? '')
  const rest = lines.slice(last + 1).join('\n')
  // Bytes after an entry come of a crash; a file without an entry may be anybody's.
  if (!head && !(size === text.length && begin.startsWith(rest.slice(0, begin.length)))) {
    const message = `${path} does not end like an audit log: give the path of one, or of a new file`
    throw new ArtooError('not_an_audit_log', message, { field: 'path' })
  }
  const remains = rest === '' ? null : { bytes: rest.length, digest: digestOf(Buffer.from(rest, 'latin1')) }
  return { size, head: head ?? genesis, remains, isEnded }
}

/** One byte is one character. */
function endOf(path: string): { readonly size: number; readonly text: string } {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const buffer = Buffer.alloc(Math.min(size, tailBytes))
    const read = readSync(file, buffer, 0, buffer.length, size - buffer.length)
    return { size, text: buffer.toString('latin1', 0, read) }
  } finally {
    closeSync(file)
  }
}
