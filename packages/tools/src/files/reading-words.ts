import { readingNote } from './cut-marks.js'
import { gapsBetween, type LineSpan, spanWords } from './line-spans.js'
import type { Scan } from './scan-lines.js'

/**
 * The last line of a reading: the lines shown, the size, the lines left out, and facts that numbered lines don't show.
 */
export function readingWords(
  { size, whole, kept, lineEnds, endsInNewline }: Scan,
  shown: LineSpan & { readonly isCut: boolean },
): string {
  const { first, last, isCut } = shown
  const lines = whole?.lines ?? null
  const gaps = lines === null ? [] : gapsBetween([shown], lines)
  const isWhole = lines !== null && gaps.length === 0 && !isCut
  const facts = [
    isWhole
      ? `whole file, ${lines} ${lines === 1 ? 'line' : 'lines'}, ${size} ${size === 1 ? 'byte' : 'bytes'}`
      : `${spanWords([{ first, last }])} of ${lines ?? 'a file too large to be counted'}, ${size} bytes in all`,
    isCut && `line ${first} is cut; search_text shows what is around a match in it`,
    gaps.length > 0 && `left out: ${spanWords(gaps)}, use startLine and endLine`,
    lines === null && 'there may be more, use startLine and endLine',
    lineEnds === 'CRLF' && 'lines end in CR LF',
    lineEnds === 'mixed' && 'some lines end in CR LF, others in LF',
    lines !== 0 && lines !== null && !endsInNewline && 'no newline at the end',
    first === 1 && kept.subarray(0, 3).equals(byteOrderMark) && 'a byte order mark at the start',
  ]
  return readingNote(facts.filter(Boolean).join('; '))
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
