import { eastAsianWidth } from 'get-east-asian-width'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters that are segmented at once: the time that a segmenter takes grows with the square of the length. */
const atOnce = 128
/** Characters of one grapheme: what goes on longer is a heap of marks, and counts as several. */
const longestGrapheme = 1_024

const printableAscii = /^[\x20-\x7e]*$/
const leadingInvisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\p{Cs}]+/u
/** The marks by which an emoji shows as a picture: a variation selector, a tone of skin, a keycap, a joined or tagged picture. */
const picture =
  /\p{Emoji_Presentation}|\ufe0f|\u20e3|\p{Emoji_Modifier}|\p{Extended_Pictographic}\u200d|\p{Regional_Indicator}/u

/** Columns that a terminal gives to a text of one line without escape sequences. */
export function widthOf(text: string): number {
  if (printableAscii.test(text)) return text.length
  let width = 0
  for (const grapheme of graphemesOf(text)) width += widthOfGrapheme(grapheme)
  return width
}

function fits(text: string, columns: number): boolean {
  if (printableAscii.test(text)) return text.length <= columns
  let width = 0
  for (const grapheme of graphemesOf(text)) {
    width += widthOfGrapheme(grapheme)
    if (width > columns) return false
  }
  return true
}

/** The text, or of one that is wider the beginning with `…`: at most as many columns as asked. */
export function cut(text: string, columns: number): string {
  if (text.length <= columns && printableAscii.test(text)) return text
  if (columns <= 0) return ''
  let width = 0
  let kept = 0
  let end = 0
  for (const grapheme of graphemesOf(text)) {
    width += widthOfGrapheme(grapheme)
    end += grapheme.length
    if (width > columns) return `${text.slice(0, kept)}…`
    if (width < columns) kept = end
  }
  return text
}

/** Lines of at most as many columns as asked, broken at blanks where that goes; the indent of a line stays. */
export function wrapped(text: string, columns: number): readonly string[] {
  if (columns <= 0) return []
  return text.split('\n').flatMap((line) => wrappedLine(line, columns))
}

function wrappedLine(line: string, columns: number): readonly string[] {
  if (fits(line, columns)) return [line]
  const lines: string[] = []
  let present = ''
  for (const word of line.match(/^ +|\S+|(?<=\S) +/g) ?? []) {
    if (fits(present + word, columns)) {
      present += word
      continue
    }
    const isBlank = word.startsWith(' ')
    if (present.trim() !== '') lines.push(present.trimEnd())
    present = ''
    if (isBlank) continue
    const pieces = broken(word, columns)
    lines.push(...pieces.slice(0, -1))
    present = pieces.at(-1) ?? ''
  }
  return present.trim() === '' ? lines : [...lines, present.trimEnd()]
}

/** A word in pieces of at most `columns`. A grapheme that is wider than that becomes `…`. */
function broken(word: string, columns: number): readonly string[] {
  if (printableAscii.test(word)) {
    return Array.from({ length: Math.ceil(word.length / columns) }, (_, at) =>
      word.slice(at * columns, (at + 1) * columns),
    )
  }
  const pieces: string[] = []
  let piece = ''
  let width = 0
  for (const grapheme of graphemesOf(word)) {
    const wide = widthOfGrapheme(grapheme)
    const [shown, taken] = wide > columns ? ['…', 1] : [grapheme, wide]
    if (width + taken > columns) {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += shown
    width += taken
  }
  return [...pieces, piece]
}

/** The graphemes of a text. The last one of a part may go on in the next part, so that it is read again there. */
function* graphemesOf(text: string): Generator<string> {
  let start = 0
  let length = atOnce
  while (start < text.length) {
    const isLast = start + length >= text.length
    const read = text.slice(start, start + length)
    // Half a character would pass for a grapheme of its own, and the one that it goes on with for a whole one.
    const part = isLast ? read : read.replace(/[\ud800-\udbff]$/, '')
    const graphemes = Array.from(segmenter.segment(part), ({ segment }) => segment)
    if (!isLast && graphemes.length === 1 && length < longestGrapheme) {
      length *= 2
      continue
    }
    const whole = isLast || graphemes.length === 1 ? graphemes : graphemes.slice(0, -1)
    yield* whole
    start += whole.reduce((sum, grapheme) => sum + grapheme.length, 0)
    length = atOnce
  }
}

function widthOfGrapheme(grapheme: string): number {
  const base = grapheme.replace(leadingInvisible, '').codePointAt(0)
  if (base === undefined) return 0
  if (picture.test(grapheme)) return 2
  let width: number = eastAsianWidth(base)
  // Half-width and full-width marks, and the vowel AM of Thai and Lao, take room behind their base.
  for (const character of grapheme.slice(1)) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xff00 && code <= 0xffef) width += eastAsianWidth(code)
    if (code === 0x0e33 || code === 0x0eb3) width += 1
  }
  return width
}
