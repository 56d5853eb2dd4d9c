import { ArtooError } from '@artoo/spec'
import { pieces } from '../pieces.js'
import { newlinesIn } from './line-count.js'
import { inLineEndsOf } from './line-ends.js'
import { eachOccurrence } from './occurrences.js'
import { mostChanged, tooLarge } from './present-file.js'
import { similarLines } from './similar-lines.js'

export interface Replacement {
  readonly path: string
  readonly oldText: string
  readonly newText: string
  /** Every occurrence; else there must be one. */
  readonly all: boolean
}

/** Lines of occurrences that are named. */
const mostNamed = 20

/**
 * A text with one part of it exchanged, in the text's own line ends.
 *
 * @throws {ArtooError} `text_not_found`, `text_not_unique`, `file_too_large`.
 */
export function replaceText(text: string, { path, all, ...given }: Replacement): string {
  const { oldText, newText } = inLineEndsOf(text, given)
  const starts: number[] = []
  let count = 0
  const parts = pieces()
  let done = 0
  let length = 0
  eachOccurrence(text, oldText, (start) => {
    count++
    if (starts.length < mostNamed) starts.push(start)
    if (start < done || !all) return
    length = parts.add(text.slice(done, start) + newText)
    if (length > mostChanged) throw tooLarge(path)
    done = start + oldText.length
  })
  if (count === 0) throw notFound(path, text, given.oldText)
  if (all) return parts.joined() + text.slice(done)
  const [start = 0] = starts
  if (count === 1) return text.slice(0, start) + newText + text.slice(start + oldText.length)
  throw notUnique(
    path,
    count,
    starts.map((at) => newlinesIn(text, at) + 1),
  )
}

function notFound(path: string, text: string, oldText: string): ArtooError {
  const isNumbered = oldText.split('\n').every((line) => line === '' || /^ *\d+\t/.test(line))
  const hint = isNumbered ? '; leave out the numbers and tabs that read_file puts before the lines' : ''
  const similar = similarLines(text, oldText.replace(/^ *\d+\t/gm, ''))
  const nearest = similar === null ? '' : `; most alike:\n${similar}`
  return refusal('text_not_found', `oldText does not occur in ${path}, character by character${hint}${nearest}`)
}

function notUnique(path: string, count: number, lines: readonly number[]): ArtooError {
  const more = count > lines.length ? ' and further down' : ''
  const where = `at lines ${lines.join(', ')}${more}`
  return refusal(
    'text_not_unique',
    `oldText occurs ${count} times in ${path}, ${where}: give more of the text around the one that is meant, or all: true`,
  )
}

const refusal = (code: string, message: string) => new ArtooError(code, message, { field: 'oldText' })
