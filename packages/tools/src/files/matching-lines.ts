import { nextMacrotask } from '@artoo/spec'
import type { RE2JS } from 're2js'

/** Steps of the matcher, a part of the pattern at a character: for one line, and until others have their turn. */
const mostSteps = 33_554_432
const stepsInTurn = 4_194_304

interface Hit {
  readonly index: number
  /** Position in the line at which the match begins. */
  readonly at: number
}

export interface MatchingLines {
  /** All there are, without their ends. */
  readonly lines: readonly string[]
  /** The first ones that match. */
  readonly hits: readonly Hit[]
  readonly matches: number
  /** Lines too long for the pattern, of which only the beginning was searched. */
  readonly inPart: number
}

/** The lines of a text that match a pattern, of which the first `most` are told. Stops at the signal. */
export async function matchingLines(
  text: string,
  { pattern, most, signal }: { readonly pattern: RE2JS; readonly most: number; readonly signal: AbortSignal },
): Promise<MatchingLines> {
  const lines = text.replace(/\n$/, '').split('\n')
  const size = Math.max(1, pattern.programSize())
  const longest = Math.floor(mostSteps / size)
  const hits: Hit[] = []
  let matches = 0
  let inPart = 0
  let steps = 0
  for (const [index, line] of lines.entries()) {
    const plain = line.endsWith('\r') ? line.slice(0, -1) : line
    lines[index] = plain
    if (plain.length > longest) inPart++
    const searched = plain.slice(0, longest)
    steps += size * searched.length
    if (pattern.test(searched)) {
      matches++
      if (hits.length < most) {
        hits.push({ index, at: placeOf(pattern, searched) })
        steps += size * searched.length
      }
    }
    if (steps < stepsInTurn) continue
    steps = 0
    await nextMacrotask()
    signal.throwIfAborted()
  }
  return { lines, hits, matches, inPart }
}

function placeOf(pattern: RE2JS, line: string): number {
  const matcher = pattern.matcher(line)
  return matcher.find() ? matcher.start() : 0
}
