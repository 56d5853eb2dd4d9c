import { numberedLine } from './numbered-lines.js'

/** Characters of a file, and of a line, that are looked at. */
const longestText = 1_000_000
const longestLine = 200

/** Lines that are shown, and how alike they must be: 1 is the same. */
const mostShown = 3
const leastAlike = 0.4

/**
 * The lines of a text that are most like the first line of `wanted` that it lacks, numbered; null when none is alike.
 */
export function similarLines(text: string, wanted: string): string | null {
  const lines = text.slice(0, longestText).split('\n').map(shortened)
  const there = new Set(lines.map((line) => line.trim()))
  const parts = wanted.slice(0, longestText).split('\n').map(shortened)
  const missing = parts.find((part) => part.trim() !== '' && !there.has(part.trim())) ?? parts.find(Boolean) ?? ''
  const alike = likeness(missing)
  const nearest = lines
    .map((line, index) => ({ line, number: index + 1, alike: alike(line) }))
    .filter((found) => found.alike >= leastAlike)
    .sort((one, other) => other.alike - one.alike || one.number - other.number)
    .slice(0, mostShown)
  if (nearest.length === 0) return null
  return nearest.map(({ line, number }) => numberedLine(number, line)).join('')
}

const shortened = (line: string) => line.slice(0, longestLine).replace(/\r$/, '')

/** The share of pairs of characters that both have in common, from 0 to 1 (Dice). Blanks don't count. */
function likeness(wanted: string): (line: string) => number {
  const pairs = new Set(pairsOf(wanted))
  return (line) => {
    const found = pairsOf(line)
    const common = new Set(found.filter((pair) => pairs.has(pair))).size
    return (2 * common) / Math.max(1, pairs.size + new Set(found).size)
  }
}

function pairsOf(line: string): readonly string[] {
  const plain = line.replace(/\s+/g, '')
  return plain.length === 1 ? [plain] : Array.from({ length: plain.length - 1 }, (_, at) => plain.slice(at, at + 2))
}
