import { constants, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { digestOf, newDigest } from './file-version.js'
import { lineRange } from './line-range.js'

/** The most bytes of a file whose lines are all counted: 64 MiB. */
const mostCounted = 67_108_864

const newline = 0x0a
const carriageReturn = 0x0d

export interface ScanOptions {
  readonly startLine: number
  readonly endLine: number
  /** Bytes of the range that are kept. */
  readonly room: number
  readonly signal: AbortSignal
}

export interface Scan {
  readonly stats: Stats
  readonly size: number
  /** Null for a file that is too large to be counted. */
  readonly whole: { readonly version: string; readonly lines: number } | null
  /** Lines that were passed; in a file that was counted, all. */
  readonly passed: number
  /** The start of the range, of its first line at least what there is room for. */
  readonly kept: Buffer
  /** More of the range was left out. */
  readonly isCut: boolean
  /** Bytes of its first line, newline included. */
  readonly firstLineBytes: number
  readonly lineEnds: 'LF' | 'CRLF' | 'mixed'
  readonly endsInNewline: boolean
}

/** Reads a file in constant memory: the start of a range of lines, and what there is to say of the whole. */
export async function scanLines(real: string, { startLine, endLine, room, signal }: ScanOptions): Promise<Scan> {
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const stats = await handle.stat()
  const isCounted = stats.size <= mostCounted
  const range = lineRange(startLine, endLine)
  const firstLine = lineRange(startLine, startLine)
  const digest = newDigest()
  const ends = lineEndCounter()
  const parts: Buffer[] = []
  let bytes = 0
  let wanted = 0
  let firstLineBytes = 0
  for await (const chunk of handle.createReadStream({ signal }) as AsyncIterable<Buffer>) {
    const part = range.take(chunk)
    if (part.length > 0 && wanted < room) parts.push(part.subarray(0, room - wanted))
    wanted += part.length
    firstLineBytes += firstLine.take(chunk).length
    bytes += chunk.length
    ends.add(chunk)
    if (isCounted) digest.update(chunk)
    // A file that grows as fast as it is read would have no end.
    if (isCounted ? bytes > mostCounted : firstLine.done && (range.done || wanted > room)) break
  }
  const isWhole = isCounted && bytes <= mostCounted
  return {
    stats,
    size: isWhole ? bytes : Math.max(stats.size, bytes),
    whole: isWhole ? { version: digestOf(digest), lines: ends.lines } : null,
    passed: isWhole ? ends.lines : range.lines,
    kept: Buffer.concat(parts),
    isCut: wanted > room,
    firstLineBytes,
    lineEnds: ends.kind,
    endsInNewline: ends.endsInNewline,
  }
}

function lineEndCounter() {
  let newlines = 0
  let withReturn = 0
  let last = newline
  return {
    add(chunk: Buffer): void {
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
        newlines++
        if ((at === 0 ? last : chunk[at - 1]) === carriageReturn) withReturn++
      }
      last = chunk.at(-1) ?? last
    },
    get lines() {
      return last === newline ? newlines : newlines + 1
    },
    get endsInNewline() {
      return last === newline
    },
    get kind(): Scan['lineEnds'] {
      if (withReturn === 0) return 'LF'
      return withReturn === newlines ? 'CRLF' : 'mixed'
    },
  }
}
