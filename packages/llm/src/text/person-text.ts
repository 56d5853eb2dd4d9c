import { wholeHead } from '@artoo/spec'

/** Characters of one line that a person reads. */
const longestLine = 1_000
/** Characters of a text of several lines. */
const longestText = 20_000
/** Blanks in a row that become one without a note. */
const fewBlanks = 16
/** Blanks in a row that a text of several lines keeps: an indent. */
const widestIndent = 80

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
/** `\p{Cf}` has every `\p{Bidi_Control}`, and the joiners that Persian, Indic scripts and emoji are written with. */
const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Bidi_Control}]/gu
/** The blanks, and the letters that look like one. */
const blank = '\\p{Zs}\\u115f\\u1160\\u2800\\u3164\\uffa0'
/** Two blanks or more, with whatever is invisible between them. */
const blanks = new RegExp(`[${blank}][${blank}\\p{DI}]+`, 'gu')
const leadingBlanks = new RegExp(`^[${blank}]+`, 'u')
const trailingBlanks = new RegExp(`[${blank}]+$`, 'u')
/** A joiner joins what stands before it. */
const joiners = /([\p{L}\p{M}\p{N}\p{S}]?)([\u200c\u200d])[\u200c\u200d]*/gu

/**
 * A text as one line that a person can read: without control characters, bidirectional marks and other invisible characters (all of
 * `\p{Cc}` and `\p{Cf}` but the two joiners), with one blank for every line break and tab. More than 16 blanks in a row become
 * ` […2,990 blanks…] `. Of more than `longest` characters the beginning with `…`. Applied twice it gives the same line.
 */
export function oneLine(text: string, longest = longestLine): string {
  const line = text.toWellFormed().split(lineBreak).join(' ').replaceAll('\t', ' ').replace(hidden, '')
  const short = shortened(line, (count) => (count > fewBlanks ? noted(count) : ' '))
  return cut(short.replace(leadingBlanks, '').replace(trailingBlanks, ''), longest)
}

/** The same as `oneLine` for a text whose lines and indents matter, such as a diff or a plan: line breaks become `\n`, a tab two blanks. */
export function someLines(text: string, longest = longestText): string {
  const lines = text.toWellFormed().split(lineBreak)
  const shown = lines.map((line) =>
    shortened(line.replaceAll('\t', '  ').replace(hidden, ''), (count, run) =>
      count > widestIndent ? noted(count) : run,
    ).replace(trailingBlanks, ''),
  )
  return cut(shown.join('\n'), longest)
}

/**
 * A value as JSON on one line of which nothing is invisible: each control, format and unassigned character, each half of a character,
 * and each blank but the common one is written as an escape. `JSON.parse` gives the value back.
 */
export function escaped(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(/(?! )[\p{C}\p{Z}\p{DI}\u2800]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join(''),
  )
}

const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`

const noted = (count: number) => ` […${count.toLocaleString('en-US')} blanks…] `

function shortened(text: string, instead: (count: number, run: string) => string): string {
  const joined = text.replace(joiners, (_, before: string, joiner: string) => (before === '' ? '' : before + joiner))
  return joined.replace(blanks, (run) => instead(run.length, run))
}

/** Cuts a text where a character ends. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const kept = text.slice(0, Math.max(0, longest - 1)).replace(/[\uD800-\uDBFF\u200c\u200d]$/, '')
  return `${wholeHead(text, kept).replace(trailingBlanks, '')}…`
}
