import type { ToolCallRecord } from '@artoo/runtime'
import { plainWords } from '../prompts/plain-words.js'

interface Sources {
  /** The intent and the output of each part. */
  readonly parts: readonly string[]
  /** Other texts that a merge was made of: the user's words. */
  readonly texts: readonly string[]
  readonly records: readonly ToolCallRecord[]
}

/** Items that are named. */
const mostNamed = 20

/** The values of data that a merge was written as, a line each: names of fields are no facts. */
export function valuesIn(merged: string): string {
  const leaves = (data: unknown): readonly unknown[] =>
    typeof data === 'object' && data !== null ? Object.values(data).flatMap(leaves) : [data]
  try {
    return leaves(JSON.parse(merged)).join('\n')
  } catch {
    return merged
  }
}

/**
 * Numbers, paths, names and quotations of a merged text that stand in nothing that it was made of, at most 20. A number of a record that no
 * part states is strange, too: a long record has so many that a wrong one would stand there by chance.
 */
export function strangeFactsIn(merged: string, { parts, texts, records }: Sources): readonly string[] {
  const recorded = records.flatMap(({ target, input, output }) => [target ?? '', JSON.stringify(input) ?? '', output])
  const said = [...parts, ...texts].map((text) => plainWords(unescaped(text)))
  const known = [...said, ...recorded.map((text) => plainWords(unescaped(text)))].join('\n')
  const numbers = new Set(said.flatMap(numbersIn).map(plainNumber))
  const isKnown = (fact: string) =>
    numbersIn(fact)[0] === fact ? numbers.has(plainNumber(fact)) : known.includes(plainWords(fact))
  const strange = factsIn(merged).filter((fact) => !isKnown(fact))
  return [...new Set([...strange, ...misplacedIn(merged, parts)])].slice(0, mostNamed)
}

/**
 * Numbers that a merged text gives to another part than the one that states them: the words beside a number, up to the next one, name
 * parts by what not all of them say, and none of these states the number. They stand before it, or behind it where the first number of
 * the sentence has none before it.
 */
function misplacedIn(merged: string, parts: readonly string[]): readonly string[] {
  const stated = parts.map((part) => ({
    words: new Set(wordsIn(part)),
    numbers: new Set(numbersIn(part).map(plainNumber)),
  }))
  const statingOf = (number: string) => stated.filter(({ numbers }) => numbers.has(plainNumber(number)))
  const sentences = merged.split(/[\n;]|[.!?](?=\s)/u)
  return sentences.flatMap((sentence) => {
    const { numbers, gaps } = partedIn(sentence)
    const telling = gaps.map((gap) =>
      wordsIn(gap).filter((word) => {
        const count = stated.filter(({ words }) => words.has(word)).length
        return count > 0 && count < stated.length
      }),
    )
    // A number that nothing before it gives to a part is given to the part behind it: "42 in a.csv and 143 in b.csv".
    const first = numbers.findIndex(
      (number) => statingOf(number).length > 0 && statingOf(number).length < stated.length,
    )
    const shift = telling[first]?.length === 0 ? 1 : 0
    return numbers.filter((number, index) => {
      const [stating, named] = [statingOf(number), telling[index + shift] ?? []]
      return (
        stating.length > 0 && named.length > 0 && !named.some((word) => stating.some(({ words }) => words.has(word)))
      )
    })
  })
}

/** The numbers of a sentence, and what stands before, between and behind them. */
function partedIn(sentence: string): { readonly numbers: readonly string[]; readonly gaps: readonly string[] } {
  let from = 0
  const numbers = numbersIn(sentence)
  const gaps = numbers.map((number) => {
    const at = sentence.indexOf(number, from)
    const gap = sentence.slice(from, at)
    from = at + number.length
    return gap
  })
  return { numbers, gaps: [...gaps, sentence.slice(from)] }
}

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\d][\p{L}\d._/-]{2,}/gu) ?? [])
    .map((word) => word.replace(/[._/-]+$/, ''))
    .filter((word) => /\p{L}/u.test(word))

const numbersIn = (text: string): readonly string[] =>
  text.match(/(?<![\p{L}\d.,])[-−]?\d+(?:[.,\u00a0\u202f'’]\d+)*/gu) ?? []

/** Numbers of list items and headings are the merge's own. */
function factsIn(text: string): readonly string[] {
  const body = text.replace(/^\s*(?:#+|\d+[.)]|[-*])\s+/gmu, '')
  const quoted = [...body.matchAll(/[“"«`]([^“”"«»`\n]{2,200})[”"»`]/gu)].map(([, words = '']) => words)
  const paths = body.match(/(?:[\w@.-]+)?(?:\/[\w@.-]+)+|[\w-]+\.[a-z]\w{0,7}(?!\w)/giu) ?? []
  const names = body.match(/(?<=[\p{L}\d,;:] )\p{Lu}[\p{Ll}\p{M}]{2,}(?: \p{Lu}[\p{Ll}\p{M}]+)+/gu) ?? []
  return [...quoted, ...paths, ...names, ...numbersIn(body)].map((fact) => fact.replace(/[.,]+$/, ''))
}

/** 1,234.50 and 1234.5 are one number. */
function plainNumber(text: string): string {
  const digits = text
    .replace('−', '-')
    .replace(/[\u00a0\u202f'’]/gu, '')
    .replace(/,(?=\d{3}(?:\D|$))/gu, '')
    .replace(',', '.')
  return digits.includes('.') ? digits.replace(/\.?0+$/u, '') : digits
}

const unescaped = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\"', '"')
