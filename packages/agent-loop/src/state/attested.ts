import type { CheckData } from './check-data.js'
import type { Attestation, StateFile } from './state-file.js'

export type Word = Pick<Attestation, 'text' | 'holds' | 'by'>

/** The last word of people on each assertion, for the work as it stands. */
export function wordsOn({ attested, head }: Pick<StateFile, 'attested' | 'head'>): readonly Word[] {
  const words = attested.filter((word) => word.head === head)
  const latest = new Map(words.map(({ text, holds, by }) => [text, { text, holds, by }]))
  return [...latest.values()]
}

/** The assertions in a check. */
export function assertionsIn(check: CheckData): readonly string[] {
  switch (check.check) {
    case 'assertion':
      return [check.text]
    case 'all':
    case 'any':
      return check.of.flatMap(assertionsIn)
    case 'not':
      return assertionsIn(check.of)
    default:
      return []
  }
}

/** The part of a check that is left to decide after people's words; true or false when they decide it. */
export function withWords(check: CheckData, words: readonly Word[]): CheckData | boolean {
  if (words.length === 0) return check
  switch (check.check) {
    case 'assertion':
      return words.find(({ text }) => text === check.text)?.holds ?? check
    case 'all':
    case 'any': {
      const decisive = check.check === 'any'
      const parts = check.of.map((part) => withWords(part, words))
      if (parts.includes(decisive)) return decisive
      const open = parts.filter((part) => typeof part !== 'boolean')
      return open.length === 0 ? !decisive : { ...check, of: open }
    }
    case 'not': {
      const part = withWords(check.of, words)
      return typeof part === 'boolean' ? !part : { ...check, of: part }
    }
    default:
      return check
  }
}
