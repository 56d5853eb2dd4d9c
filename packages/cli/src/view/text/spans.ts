import type { Paint } from './paint.js'
import { cut, wrapped } from './width.js'

/** A piece of a line: plain, or in a colour. The text is safe to show. */
export type Span = string | readonly [keyof Paint, string]

const textOf = (span: Span) => (typeof span === 'string' ? span : span[1])

/** The text of pieces without colours. */
export const plain = (spans: readonly Span[]) => spans.map(textOf).join('')

/** One line of pieces, cut where it is wider than asked. Colours are applied last, so that no cut goes through one. */
export function line(spans: readonly Span[], columns: number, paint: Paint): string {
  const whole = plain(spans)
  const shown = cut(whole, columns)
  const isCut = shown !== whole
  let left = isCut ? shown.length - 1 : whole.length
  const painted = spans.map((span) => {
    const text = textOf(span).slice(0, Math.max(0, left))
    left -= text.length
    return typeof span === 'string' ? text : text && paint[span[0]](text)
  })
  return isCut && shown !== '' ? `${painted.join('')}…` : painted.join('')
}

/** Columns that a label and the indent behind it may take: a third of a line at the most. */
const indentFor = (label: string, columns: number) => Math.min(label.length, Math.floor(columns / 3))

/** Lines of a text behind a label, those that follow under the first one. */
export function paragraph(
  { label = '', text, tone }: { readonly label?: string; readonly text: string; readonly tone?: keyof Paint },
  columns: number,
  paint: Paint,
): readonly string[] {
  const indent = indentFor(label, columns)
  return wrapped(text, columns - indent).map((part, index) => {
    const before = index === 0 ? label.slice(0, indent).padEnd(indent) : ' '.repeat(indent)
    return line([['faint', before], tone ? [tone, part] : part], columns, paint)
  })
}
