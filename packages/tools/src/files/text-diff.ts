import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff'
import { newlinesIn } from './line-count.js'

/**
 * The most lines that go or come. Comparing takes time quadratic in them, and a person waits for it, and the process: for so many it takes
 * some 200 ms. Counted and not timed, so that a busy machine shows the same diff.
 */
const maxEditLength = 1_000

/** The most characters that are compared: of each text what lies between the first change and the last. */
const mostCompared = 262_144

const context = 3

/** A unified diff of two texts; null when too much changes. */
export function textDiff(path: string, before: string, after: string): string | null {
  const { start, end } = changedPart(before, after)
  const parts = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const
  if (parts.some(({ length }) => length > mostCompared)) return null
  // CR LF at the end of every line of both parts is not part of the change.
  const isPlain = parts.some((part) => /(?:^|[^\r])\n/.test(part))
  const [old, recent] = isPlain ? parts : [withoutReturns(parts[0]), withoutReturns(parts[1])]
  const patch = structuredPatch(path, path, old, recent, undefined, undefined, { maxEditLength, context })
  if (patch === undefined) return null
  const above = newlinesIn(before, start)
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + above,
    newStart: hunk.newStart + above,
  }))
  return formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY)
}

const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n')

/** Characters at the start and at the end that both texts have, but for the lines that are shown around the change. */
function changedPart(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before.charCodeAt(same) === after.charCodeAt(same)) same++
  let end = 0
  while (end < shorter - same && charAtEnd(before, end) === charAtEnd(after, end)) end++
  let start = lineStart(before, same)
  let rest = nextLine(before, before.length - end)
  for (let line = 0; line < context; line++) {
    start = lineStart(before, start - 1)
    rest = nextLine(before, rest)
  }
  return { start, end: before.length - rest }
}

const charAtEnd = (text: string, fromEnd: number) => text.charCodeAt(text.length - 1 - fromEnd)

const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

function nextLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline === -1 ? text.length : newline + 1
}
