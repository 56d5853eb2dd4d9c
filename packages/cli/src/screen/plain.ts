import { oneLine } from '@artoo/sdk'
import { type AutocompleteItem, CURSOR_MARKER, truncateToWidth, visibleWidth } from '@mariozechner/pi-tui'
import type { Item } from './ports.js'

const esc = String.raw`\u001b`
/** The colours and styles that the views use, and the mark of the cursor. */
const styles = `${esc}\\[(?:\\d|2\\d|3[1-369])m|${esc}_pi:c\\u0007`
const unseen = new RegExp(String.raw`(${styles})|[\p{Cc}\p{Bidi_Control}\u2028\u2029]`, 'gu')
const controls = /(?![\n\t])\p{Cc}/gu
const drawnCursor = new RegExp(`${esc}\\[7m(.*?)${esc}\\[(?:0|27)m`, 'u')

/** A line whose only control sequences are styles and the mark of the cursor. */
export const harmless = (line: string): string => line.replace(unseen, (_, style: string | undefined) => style ?? '')

/** Lines that are harmless; one with a line break is several. */
export const plainLines = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split('\n')).map(harmless)

/** A line that a field drew. Its own cursor stays if the terminal doesn't show one. */
export function drawn(line: string, isCursorDrawn: boolean): string {
  const clean = harmless(line)
  const isOwn = isCursorDrawn && !clean.includes(CURSOR_MARKER)
  return (isOwn ? clean : clean.replace(drawnCursor, '$1')).trimEnd()
}

export const plainItem = ({ value, label, description }: Item): AutocompleteItem => ({
  value,
  label: oneLine(label),
  ...(description !== undefined && { description: oneLine(description) }),
})

/** Marks that widen the character before them; a row of them would make one that no line is wide enough for. */
const wideMarks = /(?<=[\uff9e\uff9f\u0e33\u0eb3])[\uff9e\uff9f\u0e33\u0eb3]+/g

/** Keys or pasted text, as pi-tui can wrap it. */
export const wrappable = (text: string): string => text.replace(wideMarks, '')

/** A text that comes back from a file or another program into a field. */
export const typed = (text: string): string => wrappable(text.replace(/\r\n?/g, '\n').replace(controls, ''))

export const fitted = (lines: readonly string[], width: number): string[] =>
  lines.map((line) => (visibleWidth(line) > width ? truncateToWidth(line, width, '…') : line))
