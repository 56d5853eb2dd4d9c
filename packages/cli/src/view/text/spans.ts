import type { Paint } from './paint.js'
import { cut, wrapped } from './width.js'

/** The space and the colours that lines are made for. */
export interface Look {
  readonly width: number
  readonly paint: Paint
}

/** A piece of a line: plain, or in a colour. The text is safe to show. */
export type Span = string | readonly [keyof Paint, string]

/** The pieces of a line. */
export type Line = readonly Span[]

const textOf = (span: Span) => (typeof span === 'string' ? span : span[1])

/** The text of pieces without colours. */
export const plain = (spans: readonly Span[]) => spans.map(textOf).join('')

/** One line of pieces, cut where it is wider than asked. Colours are applied last, so that no cut goes through one. */
export function line(spans: readonly Span[], { width, paint }: Look): string {
  const whole = plain(spans)
  const shown = cut(whole, width)
  const isCut = shown !== whole
  let left = isCut ? shown.length - 1 : whole.length
  const painted = spans.map((span) => {
    const text = textOf(span).slice(0, Math.max(0, left))
    left -= text.length
    return typeof span === 'string' ? text : text && paint[span[0]](text)
  })
  return isCut && shown !== '' ? `${painted.join('')}…` : painted.join('')
}

/** Lines of a text behind a label, those that follow under the first one. */
export function paragraph(
  { label = '', text, tone }: { readonly label?: string; readonly text: string; readonly tone?: keyof Paint },
  look: Look,
): readonly string[] {
  // The label and the indent behind it take a third of a line at the most.
  const indent = Math.min(label.length, Math.floor(look.width / 3))
  return wrapped(text, look.width - indent).map((part, index) => {
    const before = index === 0 ? label.slice(0, indent).padEnd(indent) : ' '.repeat(indent)
    return line([['faint', before], tone ? [tone, part] : part], look)
  })
}
