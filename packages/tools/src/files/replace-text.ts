import { ArtooError } from '@artoo/spec'
import type { ErrorCode } from '../error-codes.js'
import { pieces } from '../pieces.js'
import { newlinesIn } from './line-count.js'
import { type Exchange, inLineEndsOf } from './line-ends.js'
import { eachOccurrence } from './occurrences.js'
import { mostChanged, tooLarge } from './present-file.js'
import { similarLines } from './similar-lines.js'

export interface Replacement extends Exchange {
  readonly path: string
  /** Every occurrence, from the left; else there must be one. */
  readonly all: boolean
}

/** Lines of occurrences that are named. */
const mostNamed = 20

/**
 * A text with a part of it exchanged, in the text's own line ends.
 *
 * @throws {ArtooError} `text_not_found`, `text_not_unique`, `file_too_large`.
 */
export function replaceText(text: string, { path, oldText, newText, all }: Replacement): string {
  const tries = inLineEndsOf(text, { oldText, newText })
  for (const exchange of tries) {
    const { count, starts, after } = exchanged(text, { ...exchange, path, all })
    if (count === 0) continue
    if (count === 1 || all) return after
    throw notUnique(
      path,
      count,
      starts.map((at) => newlinesIn(text, at) + 1),
    )
  }
  throw notFound(path, text, oldText)
}

/**
 * The number of occurrences of the old text, the first places, and the text with all of them exchanged, or only the
 * first.
 */
function exchanged(text: string, { path, oldText, newText, all }: Replacement) {
  const starts: number[] = []
  const parts = pieces()
  let count = 0
  let done = 0
  eachOccurrence(text, oldText, (start) => {
    const end = start + oldText.length
    if (isWithinLineEnd(text, start) || isWithinLineEnd(text, end)) return
    count++
    if (starts.length < mostNamed) starts.push(start)
    if (start < done || (count > 1 && !all)) return
    if (parts.add(text.slice(done, start) + newText) > mostChanged) throw tooLarge(path)
    done = end
  })
  return { count, starts, after: parts.joined() + text.slice(done) }
}

/** Whether a place lies between CR and LF: half of a line end is not text. */
const isWithinLineEnd = (text: string, place: number) => text[place - 1] === '\r' && text[place] === '\n'

function notFound(path: string, text: string, oldText: string): ArtooError {
  const isNumbered = oldText.split('\n').every((line) => line === '' || /^ *\d+\t/.test(line))
  const hint = isNumbered ? '; leave out the numbers and tabs that read_file puts before the lines' : ''
  const similar = similarLines(text, isNumbered ? oldText.replace(/^ *\d+\t/gm, '') : oldText)
  const nearest = similar === null ? '' : `; most alike:\n${similar.trimEnd()}`
  return refusal('text_not_found', `oldText does not occur in ${path}, character by character${hint}${nearest}`)
}

function notUnique(path: string, count: number, lines: readonly number[]): ArtooError {
  const where = `at lines ${lines.join(', ')}${count > lines.length ? ' and further down' : ''}`
  const remedy = 'give more of the text around the one that is meant, or all: true'
  return refusal('text_not_unique', `oldText occurs ${count} times in ${path}, ${where}: ${remedy}`)
}

const refusal = (code: ErrorCode, message: string) => new ArtooError(code, message, { field: 'oldText' })
