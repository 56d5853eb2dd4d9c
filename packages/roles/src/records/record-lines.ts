import type { ToolCallRecord } from '@artoo/runtime'
import { hasActed } from '../evidence/evidence.js'

/** Characters of a line; a longer one counts as several. */
export const longestLine = 2_000

/** The text of a record: the result, and of a call that may have changed something the difference that it made, or else its input. */
export function recordText(record: ToolCallRecord): string {
  const { output, change, input } = record
  if (!hasActed(record)) return output
  const diff = change?.diff ?? null
  const given = diff === null ? textsIn(input) : []
  return [
    output,
    ...(diff === null ? [] : ['[change]', diff]),
    ...(given.length > 0 ? ['[input]', ...given] : []),
  ].join('\n')
}

/** The lines of a text, a long one in pieces. */
export function shortLinesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n').flatMap(pieces)
}

export function pieces(line: string): readonly string[] {
  if (line.length <= longestLine) return [line]
  const count = Math.ceil(line.length / longestLine)
  return Array.from({ length: count }, (_, index) => line.slice(index * longestLine, (index + 1) * longestLine))
}

/** The texts of an input, with their names. */
function textsIn(input: unknown): readonly string[] {
  if (typeof input === 'string') return [input]
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}
