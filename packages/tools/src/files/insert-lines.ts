import { ArtooError } from '@artoo/spec'
import { lineCount } from './line-count.js'
import { lineEndBefore } from './line-ends.js'

export interface Insertion {
  readonly path: string
  readonly newText: string
  /** Null for the last one. */
  readonly afterLine: number | null
}

const byteOrderMark = '\uFEFF'

/**
 * A text with lines added, in the line ends of those around them. A text that has no newline at its end still has none.
 *
 * @throws {ArtooError} `line_out_of_range`
 */
export function insertLines(given: string, { path, newText, afterLine }: Insertion): string {
  const mark = given.startsWith(byteOrderMark) ? byteOrderMark : ''
  const text = given.slice(mark.length)
  const place = afterLine === null ? text.length : placeAfter(text, { path, afterLine })
  const lineEnd = lineEndBefore(text, place)
  const lines = newText.replace(/\r?\n$/, '').replace(/\r?\n/g, lineEnd)
  const [before, after] = [text.slice(0, place), text.slice(place)]
  const isOpen = before !== '' && !before.endsWith('\n')
  return mark + (isOpen ? before + lineEnd + lines : before + lines + lineEnd) + after
}

function placeAfter(text: string, { path, afterLine }: { readonly path: string; readonly afterLine: number }): number {
  let place = 0
  for (let line = 0; line < afterLine; line++) {
    if (place === text.length) {
      const message = `${path} has ${lineCount(text)} lines; there is no line ${afterLine} to add after`
      throw new ArtooError('line_out_of_range', message, { field: 'insertAfterLine' })
    }
    const newline = text.indexOf('\n', place)
    place = newline === -1 ? text.length : newline + 1
  }
  return place
}
