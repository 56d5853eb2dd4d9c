import type { ToolCallRecord } from '@artoo/runtime'
import { hasActed } from '../evidence/evidence.js'

/** Different words of a text by which records are ranked. */
const mostWords = 1_000
const shortestWord = 3
/** Characters that are read of all records of a request together, of each its beginning. */
const mostRead = 2_000_000
/** Characters of criteria and output in which words are looked for. */
const mostAbout = 100_000

/** Scripts that don't part words by spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u

/** Names, paths with their last parts, numbers and words of a text, in lower case. */
function* wordsIn(text: string): Iterable<string> {
  for (const [found] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_./-]*/gu)) {
    const word = found.replace(/[./-]+$/, '')
    if (unspaced.test(word)) {
      const letters = [...word]
      for (let at = 1; at < letters.length; at++) yield `${letters[at - 1]}${letters[at]}`
      continue
    }
    if (word.length >= shortestWord || /\d/.test(word)) yield word
    const parts = word.split(/[./-]/)
    if (parts.length > 1) yield* parts.filter((part) => part.length >= shortestWord)
  }
}

function firstWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const word of wordsIn(text.slice(0, mostAbout))) {
    if (words.size === mostWords) break
    words.add(word)
  }
  return words
}

interface About {
  /** Texts of criteria: a change comes first where it bears on one. */
  readonly criteria: readonly string[]
  /** The output, or what else is to be judged. */
  readonly text?: string
  /** Whether a verdict on a criterion rests on the record. @defaultValue none does */
  readonly isCited?: (record: ToolCallRecord) => boolean
  /** All changes bear on what is to be judged. @defaultValue false */
  readonly anyChange?: boolean
  /** Lists of records that are ranked for one request, which share what is read. @defaultValue 1 */
  readonly lists?: number
}

/**
 * Records by what they have to do with criteria and output: those that verdicts rest on and changes that bear on a criterion first, then by the words that
 * they share, a word that stands in few records for more; of equals the newest first. Takes time linear in
 * the texts, of which so much is read at the most.
 */
export function rankedFor(
  records: readonly ToolCallRecord[],
  { criteria, text = '', isCited = () => false, anyChange = false, lists = 1 }: About,
): readonly ToolCallRecord[] {
  const asked = firstWords(criteria.join('\n'))
  const wanted = new Set([...asked, ...firstWords(text)])
  const found = records.map((record) => sharedWords(record, wanted, mostRead / records.length / lists))
  const counts = new Map<string, number>()
  for (const words of found) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  // A word that stands in all of them tells nothing apart.
  const weight = (word: string) => records.length / (counts.get(word) ?? 1) - 1
  const places = records.map((record, index) => {
    const words = [...(found[index] ?? [])]
    const isChange = hasActed(record)
    const bears = words.some((word) => asked.has(word)) || (isChange && anyChange)
    const score = words.reduce((sum, word) => sum + weight(word), 0)
    return { record, index, first: isCited(record) || (bears && isChange), score }
  })
  return places
    .sort((one, other) => Number(other.first) - Number(one.first) || other.score - one.score || other.index - one.index)
    .map(({ record }) => record)
}

/** Whether a record shares a word with a text. */
export function bearsOn(record: ToolCallRecord, text: string): boolean {
  return sharedWords(record, firstWords(text)).size > 0
}

function sharedWords(
  { tool, target, input, output }: ToolCallRecord,
  wanted: ReadonlySet<string>,
  most = mostRead,
): ReadonlySet<string> {
  const shared = new Set<string>()
  for (const text of [tool, target ?? '', JSON.stringify(input) ?? '', output]) {
    for (const word of wordsIn(text.slice(0, most))) if (wanted.has(word)) shared.add(word)
  }
  return shared
}
