import { cutMark } from './cut-marks.js'
import { decodeText } from './decode-text.js'
import type { Scan } from './scan-lines.js'

const newline = 0x0a

/** Bytes for the mark at the end of a line that was cut. */
const markRoom = 64

export interface NumberedLines {
  readonly text: string
  /** The last line shown; less than the first when there is none. */
  readonly last: number
  /** True when the text is the start of one line that was cut. */
  readonly isCut: boolean
}

const prefix = (number: number) => `${`${number}`.padStart(6)}\t`

/** A line as it is shown: the number and the tab are not the file's. */
export const numberedLine = (number: number, text: string): string => `${prefix(number)}${text}\n`

/**
 * Numbers as many lines as there is room for, or the start of one that is longer; null when the bytes are not UTF-8
 * text.
 */
export function numberedLines(scan: Scan, startLine: number, room: number): NumberedLines | null {
  const { kept, isCut, firstLineBytes, lineEnds } = scan
  const ends = lineEndsIn(kept, { isAll: !isCut, startLine, room })
  const end = ends.at(-1)
  if (end === undefined && kept.length > 0) return cutLine(kept, { number: startLine, bytes: firstLineBytes, room })
  const text = decodeText(kept.subarray(0, end ?? 0))
  if (text === null) return null
  const plain = lineEnds === 'CRLF' ? text.replaceAll('\r\n', '\n') : text
  const shown = startLine === 1 ? plain.replace(/^\uFEFF/, '') : plain
  const lines = shown.replace(/\n$/, '').split('\n').slice(0, ends.length)
  return {
    text: lines.map((line, index) => numberedLine(startLine + index, line)).join(''),
    last: startLine + ends.length - 1,
    isCut: false,
  }
}

/** The offsets in bytes at which the lines end that are whole and for which there is room. */
function lineEndsIn(
  kept: Buffer,
  { isAll, startLine, room }: { readonly isAll: boolean; readonly startLine: number; readonly room: number },
): readonly number[] {
  const ends: number[] = []
  let left = room
  for (let start = 0; start < kept.length; start = ends.at(-1) ?? kept.length) {
    const found = kept.indexOf(newline, start)
    if (found === -1 && !isAll) break
    const end = found === -1 ? kept.length : found + 1
    left -= prefix(startLine + ends.length).length + end - start + 1
    if (left < 0) break
    ends.push(end)
  }
  return ends
}

interface LongLine {
  readonly number: number
  readonly bytes: number
  readonly room: number
}

function cutLine(kept: Buffer, { number, bytes, room }: LongLine): NumberedLines | null {
  let end = Math.min(kept.length, room - prefix(number).length - markRoom)
  // Not within a character.
  while (end > 0 && ((kept[end] ?? 0) & 0xc0) === 0x80) end--
  const text = decodeText(kept.subarray(0, end))
  return text === null
    ? null
    : { text: numberedLine(number, `${text}${cutMark(bytes - end)}`), last: number, isCut: true }
}
