import type { ToolCallRecord } from '@artoo/runtime'
import { plainWords } from '../plain-words.js'

interface Sources {
  /** Texts that a merge was made of: outputs, the user's words. */
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

/** Numbers, paths, names and quotations of a merged text that stand in nothing that it was made of, at most 20. */
export function strangeFactsIn(merged: string, { texts, records }: Sources): readonly string[] {
  const recorded = records.flatMap(({ target, input, output }) => [
    target ?? '',
    JSON.stringify(input) ?? '',
    unnumbered(output),
  ])
  const known = [...texts, ...recorded].map((text) => plainWords(unescaped(text))).join('\n')
  const numbers = new Set(numbersIn(known).map(plainNumber))
  const isKnown = (fact: string) =>
    numbersIn(fact)[0] === fact ? numbers.has(plainNumber(fact)) : known.includes(plainWords(fact))
  return [...new Set(factsIn(merged))].filter((fact) => !isKnown(fact)).slice(0, mostNamed)
}

/** A result without the numbers of its lines. */
const unnumbered = (output: string) => output.replace(/^ *\d+\t/gm, '')

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
