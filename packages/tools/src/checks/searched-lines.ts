import type { RE2JS } from 're2js'
import { mostSteps } from './safe-pattern.js'

export interface LineMatch {
  /** Position of the line, from 0. */
  readonly line: number
  /** Position in the line at which the match begins. */
  readonly at: number
  /** Texts of the named groups; null for one that took no part. */
  readonly groups: Readonly<Record<string, string | null>>
}

export interface SearchedLines {
  readonly matches: readonly LineMatch[]
  /** Lines that were searched to their ends, from the first on. */
  readonly searched: number
  /** Steps of the matcher that are left. */
  readonly left: number
}

/**
 * The matches of a pattern within each line: the first of a line, and of a pattern with named groups all of them. Does not wait, and stops
 * when its steps are used up, a step being a part of the pattern at a character.
 */
export function searchedLines(lines: readonly string[], pattern: RE2JS, steps: number = mostSteps): SearchedLines {
  const size = Math.max(1, pattern.programSize())
  const names = Object.keys(pattern.namedGroups())
  const matches: LineMatch[] = []
  let left = steps
  for (const [line, text] of lines.entries()) {
    const matcher = pattern.matcher(text)
    for (let from = 0; from <= text.length; ) {
      // Each search for a next match may go to the end of the line.
      left -= size * (text.length - from + 1)
      if (left < 0) return { matches, searched: line, left: 0 }
      if (!matcher.find()) break
      const groups = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? null]))
      matches.push({ line, at: matcher.start(), groups })
      if (names.length === 0) break
      from = Math.max(matcher.end(), from + 1)
    }
  }
  return { matches, searched: lines.length, left }
}
