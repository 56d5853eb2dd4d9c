import { excerpt } from './excerpt.js'
import type { MatchingLines } from './matching-lines.js'

export interface ShowOptions {
  /** Lines before and after each match. */
  readonly contextLines: number
  /** Bytes. */
  readonly room: number
}

export interface ShownMatches {
  readonly lines: readonly string[]
  readonly matches: number
  readonly bytes: number
  /** There was no room for the rest. */
  readonly isCut: boolean
}

/** `path:line:text` for each match, `path-line-text` for the lines around it, `--` between what lies apart. */
export function shownMatches(
  path: string,
  { lines, hits }: MatchingLines,
  { contextLines, room }: ShowOptions,
): ShownMatches {
  const places = new Map(hits.map(({ index, at }) => [index, at]))
  const shown: string[] = []
  let last = -1
  let bytes = 0
  const done = (isCut: boolean) => ({
    lines: shown,
    matches: hits.filter(({ index }) => index <= last).length,
    bytes,
    isCut,
  })
  for (const { index: hit } of hits) {
    const from = Math.max(last + 1, hit - contextLines)
    const to = Math.min(lines.length - 1, hit + contextLines)
    const block = contextLines > 0 && shown.length > 0 && from > last + 1 ? ['--'] : []
    for (let index = from; index <= to; index++) {
      const mark = places.has(index) ? ':' : '-'
      block.push(`${path}${mark}${index + 1}${mark}${excerpt(lines[index] ?? '', places.get(index) ?? 0)}`)
    }
    const size = block.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    if (bytes + size > room) return done(true)
    shown.push(...block)
    bytes += size
    last = Math.max(last, to)
  }
  return done(false)
}
