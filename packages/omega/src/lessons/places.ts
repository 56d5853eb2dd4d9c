import { intentSpace } from '@artoo/mkct'

/**
 * The space of all lessons. The entity of a lesson is the intent of its problem, so that one reading lists the problems;
 * the services of agents have that intent as their space.
 */
export const lessonSpace = 'deliberations'

/** `intent:…`, also for a text without a visible character, for which `@artoo/mkct` has none. */
export const intentOf = (problem: string): string =>
  problem.normalize('NFKC').trim() === '' ? 'intent:nothing' : intentSpace(problem)

export const agentPrefix = 'agent:'
const longestName = 200

export const agentEntity = (name: string): string => agentPrefix + name.slice(0, longestName).toWellFormed()

/**
 * The share of their words that two intents have in common, 0 to 1. A word weighs the square of its length, so that small
 * words, which are in most problems, count little.
 */
export function likeness(intent: string, other: string): number {
  const [one, another] = [wordsOf(intent), wordsOf(other)]
  const shared = [...one].filter((word) => another.has(word))
  return (2 * weight(shared)) / (weight(one) + weight(another))
}

const wordsOf = (intent: string): ReadonlySet<string> => new Set(intent.slice('intent:'.length).split('-'))

/** A longer word counts no more: neither does the digest that ends the intent of a long problem. */
const longestWord = 8

const weight = (words: Iterable<string>): number =>
  [...words].reduce((sum, { length }) => sum + Math.min(length, longestWord) ** 2, 0)
