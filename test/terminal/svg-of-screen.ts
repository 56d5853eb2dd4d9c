/** A screen of a terminal as a picture: dark, so that it looks the same on a light and on a dark page. */
import headless, { type IBufferCell } from '@xterm/headless'
import { widthOf } from '../../packages/cli/src/view/index.js'
import { fixedWords, type Piece } from './fixed-words.js'
import type { Size } from './tmux.js'

const cell = { width: 8, height: 17 }
const margin = 12
const paper = '#0d1117'
const ink = '#e6edf3'
const fonts = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
/** The palette of a terminal, its first eight colours and then the bright ones. */
const palette = [
  ...['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  ...['#6e7681', '#ffa198', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#ffffff'],
]

/** A screen as `capture-pane -e` gives it, without the rows that are empty at its end. */
export async function svgOfScreen(title: string, ansi: string, { columns, rows }: Size): Promise<string> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
  await new Promise<void>((resolve) => terminal.write(ansi.trimEnd().replaceAll('\n', '\r\n'), resolve))
  const lines = Array.from({ length: rows }, (_, row) => fixedWords(piecesOf(terminal, row)))
  const last = lines.findLastIndex((pieces) => pieces.some(({ text }) => text.trim() !== ''))
  const shown = lines.slice(0, last + 1)
  const [width, height] = [columns * cell.width + 2 * margin, shown.length * cell.height + 2 * margin]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${paper}"/>`,
    `<g fill="${ink}" font-family="${fonts}" font-size="13">`,
    ...shown.flatMap((pieces, row) => rowOf(pieces, row, columns)),
    '</g>',
    '</svg>\n',
  ].join('\n')
}

/** The attributes of a text, and behind a line feed the colour behind it, if there is one. */
type Style = string

function piecesOf(terminal: headless.Terminal, row: number): readonly Piece<Style>[] {
  const line = terminal.buffer.active.getLine(row)
  const pieces: Piece<Style>[] = []
  for (let column = 0; column < terminal.cols; column++) {
    const at = line?.getCell(column)
    if (at === undefined || at.getWidth() === 0) continue
    const [text, style] = [at.getChars() || ' ', styleOf(at)]
    const before = pieces.at(-1)
    if (before?.style === style) pieces.splice(-1, 1, { text: before.text + text, style })
    else pieces.push({ text, style })
  }
  const end = pieces.at(-1)
  if (end !== undefined) pieces.splice(-1, 1, { ...end, text: end.text.trimEnd() })
  return pieces.filter(({ text }) => text !== '')
}

function styleOf(at: IBufferCell): Style {
  const colour = at.isFgPalette() ? (palette[at.getFgColor()] ?? ink) : ink
  const [fill, behind] = at.isInverse() ? [paper, colour] : [colour, '']
  const attributes = [
    ...(fill === ink ? [] : [`fill="${fill}"`]),
    ...(at.isBold() ? ['font-weight="bold"'] : []),
    ...(at.isItalic() ? ['font-style="italic"'] : []),
    ...(at.isUnderline() ? ['text-decoration="underline"'] : []),
    ...(at.isDim() ? ['opacity="0.65"'] : []),
  ]
  return `${attributes.join(' ')}\n${behind}`
}

/** Each stretch has a place and a length of its own, so that no font moves the rest of the row. */
function rowOf(pieces: readonly Piece<Style>[], row: number, columns: number): readonly string[] {
  const parts: string[] = []
  let column = 0
  for (const { text, style } of pieces) {
    for (const stretch of stretchesOf(text)) {
      let shown = stretch
      while (column + widthOf(shown) > columns) shown = shown.slice(0, -1)
      const wide = widthOf(shown)
      if (shown.trim() !== '') parts.push(...stretchAt(shown, style, { column, row, wide }))
      column += wide
    }
  }
  return parts
}

/** Words with single blanks between them, characters of two columns, and blanks. */
const stretchesOf = (text: string): readonly string[] =>
  text
    .split(/(^ +| +$| {2,})/)
    .flatMap((part) => part.match(wideOrNarrow) ?? [])
    .filter((part) => part !== '')

const wideOrNarrow =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]+/gu

interface At {
  readonly column: number
  readonly row: number
  readonly wide: number
}

function stretchAt(stretch: string, style: Style, { column, row, wide }: At): readonly string[] {
  const [attributes = '', behind = ''] = style.split('\n')
  const [x, y, length] = [margin + column * cell.width, margin + row * cell.height, wide * cell.width]
  const place = `x="${x}" y="${y + 13}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`
  return [
    ...(behind === '' ? [] : [`<rect x="${x}" y="${y}" width="${length}" height="${cell.height}" fill="${behind}"/>`]),
    `<text ${[place, attributes].filter(Boolean).join(' ')}>${escaped(stretch)}</text>`,
  ]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (words: string) => words.replace(/[&<>]/g, (character) => escapes[character] ?? '')
