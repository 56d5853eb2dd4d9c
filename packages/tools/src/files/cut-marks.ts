import { ArtooError } from '@artoo/spec'

/** The mark in place of bytes that were cut, as in `truncateOutput`. */
export const cutMark = (bytes: number): string => `[… ${bytes} bytes left out …]`

/** The last line of a `read_file` result, which is not part of the file. */
export const readingNote = (words: string): string => `[read_file: ${words}]`

const marks = /\[… \d+ bytes left out …\]|^\[read_file: .*\]$/gm

/**
 * Refuses a text with one of these marks that the file itself does not hold: it was copied from a result that was cut.
 *
 * @throws {ArtooError} `truncated_content`
 */
export function assertNotCut(
  { path, field, text }: { readonly path: string; readonly field: string; readonly text: string },
  present: string | null,
): void {
  const [mark] = (text.match(marks) ?? []).filter((found) => !present?.includes(found))
  if (mark === undefined) return
  const why = `${JSON.stringify(mark.slice(0, 120))} is a note of the tools, which is not in ${path}`
  const remedy = 'read what was left out and write the text itself, or change only a part of the file with edit_file'
  throw new ArtooError('truncated_content', `${why}: ${remedy}`, { field })
}
