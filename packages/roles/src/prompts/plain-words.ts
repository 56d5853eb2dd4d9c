/** A sentence as it is compared with another: spelling of case and spaces doesn't count. */
export function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** The different words of a text. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(plainWords(text).match(/[\p{L}\p{N}]+/gu))
}

/** Share of all their words that two texts have in common, from 0 to 1. */
export function nearness(one: string, other: string): number {
  const [words, known] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter((word) => known.has(word)).length
  return shared / Math.max(1, words.size + known.size - shared)
}

/** Two criteria that say the same: the same words, in whatever order and punctuation. One other number or "not" is another criterion. */
export function areAlike(one: string, other: string): boolean {
  return nearness(one, other) === 1
}

/** Words in a row that are a quotation. */
const fewestQuoted = 3

/** Whether a text quotes another: some of its words in a row, or all of few. */
export function quotes(text: string, other: string): boolean {
  const spoken = (sentence: string) => plainWords(sentence).match(/[\p{L}\p{N}]+/gu) ?? []
  const [words, among] = [spoken(other), ` ${spoken(text).join(' ')} `]
  const length = Math.min(fewestQuoted, words.length)
  const runs = words.slice(0, words.length - length + 1).map((_, at) => words.slice(at, at + length).join(' '))
  return length > 0 && runs.some((run) => among.includes(` ${run} `))
}
