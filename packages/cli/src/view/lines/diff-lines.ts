import { type FileChange, oneLine, someLines } from '@artoo/sdk'
import { bodyOf, changeLine } from '../task/result-line.js'
import { counted } from '../text/numbers.js'
import { type Look, line, type Span } from '../text/spans.js'
import { wrapped } from '../text/width.js'

/** The files that a task changed, each with its diff. */
export function diffLines(changes: readonly FileChange[], look: Look): readonly string[] {
  if (changes.length === 0) return [line([['faint', 'no file differs']], look)]
  return changes.flatMap(({ path, kind, change }, index) => {
    const size = change.diff === null ? sizes(change) : changeLine(change.diff)
    const tone = kind === 'added' ? 'added' : kind === 'deleted' ? 'removed' : 'accent'
    const head = line([[tone, kind], ' ', ['strong', oneLine(path)], ['faint', `  ${size}`]], look)
    return [...(index > 0 ? [''] : []), head, ...(change.diff === null ? [] : patchLines(change.diff, look))]
  })
}

/** A change as its diff, or as its sizes where it has no diff. */
export function changeLines(change: FileChange['change'], look: Look): readonly string[] {
  return change.diff === null ? wrapped(sizes(change), look.width) : patchLines(change.diff, look)
}

const sizes = ({ bytesBefore, bytesAfter }: FileChange['change']) =>
  `${counted(bytesBefore, 'byte')} → ${counted(bytesAfter, 'byte')}, no diff`

const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** A unified diff with the number of each line: the old one for what goes, the new one for the rest. */
export function patchLines(diff: string, look: Look): readonly string[] {
  const rows: (readonly Span[])[] = []
  let place: Place | null = null
  for (const [index, text] of bodyOf(someLines(diff, Number.MAX_SAFE_INTEGER)).entries()) {
    const start = hunk.exec(text)
    if (start) {
      if (index > 0) rows.push([['faint', '   ⋮']])
      place = { old: Number(start[1]), new: Number(start[2]) }
      continue
    }
    const row: Row | null = place && rowOf(text, place)
    rows.push(row?.spans ?? [['faint', text]])
    // Behind a place that was left out the numbers are not known.
    place = row ? row.next : text.startsWith('\\') ? place : null
  }
  return rows.map((row) => line(row, look))
}

/** The numbers of the next line in both texts. */
interface Place {
  readonly old: number
  readonly new: number
}

interface Row {
  readonly spans: readonly Span[]
  readonly next: Place
}

/** A line of a hunk; null for a note between its lines. */
function rowOf(text: string, place: Place): Row | null {
  const rest = text.slice(1)
  switch (text.slice(0, 1)) {
    case '-':
      return { spans: [numbered(place.old), ['removed', `- ${rest}`]], next: { ...place, old: place.old + 1 } }
    case '+':
      return { spans: [numbered(place.new), ['added', `+ ${rest}`]], next: { ...place, new: place.new + 1 } }
    case ' ':
    case '':
      return { spans: [numbered(place.new), `  ${rest}`], next: { old: place.old + 1, new: place.new + 1 } }
    default:
      return null
  }
}

const numbered = (number: number): Span => ['faint', `${String(number).padStart(4)} `]
