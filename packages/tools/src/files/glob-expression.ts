import { RE2JS } from 're2js'

/** The most numbers and letters that the ranges of a pattern, `{1..9}`, may stand for. */
const mostMembers = 1000

/** The pieces of a glob: an escaped character, a bracket expression, or any other character. */
export const globPieces = /\\.|\[[!^]?\]?(?:\\.|\[:[a-z]+:\]|[^\]\\/])*\]|./gsu

interface Braces {
  /** The index of each end of an alternative: the commas, then the closing brace. */
  readonly ends: readonly number[]
}

interface Reader {
  readonly glob: string
  readonly braces: ReadonlyMap<number, Braces>
  at: number
  members: number
}

/**
 * A glob as a regular expression of RE2, in time linear in its length.
 *
 * @throws {Error} when its ranges stand for too much.
 */
export function globExpression(glob: string): string {
  return upTo({ glob, braces: bracesOf(glob), at: 0, members: 0 }, glob.length)
}

/** The braces that close and hold a comma of their own, by where they open; all others are meant literally. */
function bracesOf(glob: string): Map<number, Braces> {
  const found = new Map<number, Braces>()
  const open: { readonly start: number; readonly ends: number[] }[] = []
  for (const { 0: piece, index } of glob.matchAll(globPieces)) {
    if (piece === '{') open.push({ start: index, ends: [] })
    if (piece === ',') open.at(-1)?.ends.push(index)
    const closed = piece === '}' ? open.pop() : undefined
    if (closed && closed.ends.length > 0) found.set(closed.start, { ends: [...closed.ends, index] })
  }
  return found
}

function upTo(reader: Reader, end: number): string {
  const parts: string[] = []
  while (reader.at < end) parts.push(next(reader))
  return parts.join('')
}

function next(reader: Reader): string {
  const character = characterAt(reader)
  switch (character) {
    case '*':
      return stars(reader)
    case '?':
      reader.at++
      return '[^/]'
    case '[':
      return bracket(reader)
    case '{':
      return braces(reader)
    case '\\':
      reader.at++
      return literal(reader)
    default:
      return literal(reader)
  }
}

const characterAt = ({ glob, at }: Reader) => String.fromCodePoint(glob.codePointAt(at) ?? 0)

function literal(reader: Reader): string {
  if (reader.at >= reader.glob.length) return String.raw`\\`
  const character = characterAt(reader)
  reader.at += character.length
  return RE2JS.quote(character)
}

/** `**` between slashes stands for any number of directories; any other run of stars for a part of a name. */
function stars(reader: Reader): string {
  const { glob, at: start } = reader
  while (glob[reader.at] === '*') reader.at++
  const after = glob[reader.at]
  const whole = reader.at - start === 2 && /^[/{,]?$/.test(glob.charAt(start - 1)) && /^[/,}]?$/.test(after ?? '')
  if (!whole) return '[^/]*'
  if (after !== '/') return '.*'
  while (glob[reader.at] === '/') reader.at++
  return '(?:[^/]+/)*'
}

function bracket(reader: Reader): string {
  const found = /\[([!^]?)(\]?(?:\\.|\[:[a-z]+:\]|[^\]\\/])*)\]/sy
  found.lastIndex = reader.at
  const [text, negated = '', members = ''] = found.exec(reader.glob) ?? []
  if (text === undefined || members === '') return literal(reader)
  reader.at += text.length
  const escaped = members.replace(/\\.|\[:[a-z]+:\]|[[\]^]/gs, (piece) => (piece.length > 1 ? piece : `\\${piece}`))
  return negated === '' ? `[${escaped}]` : `[^/${escaped}]`
}

function braces(reader: Reader): string {
  const range = /\{(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])\}/y
  range.lastIndex = reader.at
  const [text, first = '', last = ''] = range.exec(reader.glob) ?? []
  if (text !== undefined) {
    reader.at += text.length
    return `(?:${members(reader, first, last).map(RE2JS.quote).join('|')})`
  }
  const found = reader.braces.get(reader.at)
  if (!found) return literal(reader)
  const alternatives = found.ends.map((end) => {
    reader.at++
    return upTo(reader, end)
  })
  reader.at++
  return `(?:${alternatives.join('|')})`
}

function members(reader: Reader, first: string, last: string): string[] {
  const number = /\d/.test(first)
  if (number !== /\d/.test(last)) return [`{${first}..${last}}`]
  const [from, to] = number ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)]
  const count = Math.abs(to - from) + 1
  reader.members += count
  if (reader.members > mostMembers) throw new Error(`its ranges stand for more than ${mostMembers} names`)
  const width = [first, last].some((end) => /^-?0\d/.test(end)) ? Math.max(first.length, last.length) : 0
  const show = (value: number) => (number ? `${value}`.padStart(width, '0') : String.fromCharCode(value))
  return Array.from({ length: count }, (_, index) => show(from + (to < from ? -index : index)))
}
