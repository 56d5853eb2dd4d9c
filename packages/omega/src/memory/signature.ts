import { intentSpace } from '@artoo/mkct'
import type { Classification } from '../protocol/classification.js'
import { kept, type Signature } from './records.js'

/** The weight of each indicator of a signature in the strength of a match. */
const weights = { type: 0.3, subtype: 0.2, characteristics: 0.2, words: 0.3 } as const

/** The number of characters of a problem that are compared: enough to tell its subject. */
const lookedAt = 4000

/** A problem of one word is not contained in every other that has the word. */
const fewestWords = 3

/** Words that are in most problems and tell nothing. */
const common = new Set(
  'a an and are as at be by can do does for from has have how i if in is it its my of on or our should so than that the their there these this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

export function signatureOf(problem: string, { type, subtype, characteristics }: Classification): Signature {
  return { type, subtype, characteristics: [...new Set(characteristics)], words: wordsOf(problem) }
}

/** The key under which patterns of the same kind are stored: `EMPIRICAL/CAUSAL`. */
export function kindOf({ type, subtype }: Pick<Classification, 'type' | 'subtype'>): string {
  return `${type}/${subtype}`
}

/** 0 to 1: the weighted share of the indicators that agree. */
export function matchStrength(known: Signature, asked: Signature): number {
  const sameType = known.type === asked.type ? 1 : 0
  const sameSubtype = sameType === 1 && known.subtype === asked.subtype ? 1 : 0
  return (
    weights.type * sameType +
    weights.subtype * sameSubtype +
    weights.characteristics * jaccard(known.characteristics, asked.characteristics) +
    weights.words * containment(known.words, asked.words)
  )
}

/** A text's name in keys and ids: its words, in every script; never empty. */
export function slugOf(text: string): string {
  return text.normalize('NFKC').trim() === '' ? 'nothing' : intentSpace(text).slice('intent:'.length)
}

/** Two sets without members are the same. */
function jaccard(a: readonly string[], b: readonly string[]): number {
  const all = new Set([...a, ...b])
  return all.size === 0 ? 1 : shared(a, b) / all.size
}

/** The share of the shorter text that is in the longer: the same problem told at length is the same. */
function containment(a: readonly string[], b: readonly string[]): number {
  return shared(a, b) / Math.max(fewestWords, Math.min(a.length, b.length))
}

function shared(a: readonly string[], b: readonly string[]): number {
  return a.filter((one) => b.includes(one)).length
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a problem; for a text without any word its characters. */
function wordsOf(problem: string): string[] {
  const text = problem.normalize('NFKC').toLowerCase().slice(0, lookedAt).toWellFormed()
  const words = [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
  const telling = words.filter((word) => !common.has(word))
  const all = telling.length > 0 ? telling : words.length > 0 ? words : [...text.replaceAll(/\s/g, '')]
  return [...new Set(all)].slice(0, kept.words)
}
