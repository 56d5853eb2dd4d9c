import type { Consultation, NewMegram, Pair, Query, Reading } from '@artoo/mkct'

const intentPrefix = 'intent:'
const wordPrefix = 'word:'

/** Words under which an intent can be found, and under which others are looked for. */
const mostWords = 8
/** Intents that are read of one word. */
const mostOfOneWord = 40
/** The most intents whose outcomes are shown beside the intent's own. */
const mostRelated = 3
/** Intents whose lessons on tools count with the intent's own. */
const mostPooled = 40
/** The attention below which a lesson counts as forgotten. */
export const faded = 0.05
/**
 * Share of letters that two intents have in common, from which they are about the same kind of task, and from which a tool that
 * did the one may do the other.
 */
const nearness = { outcome: 0.5, tool: 0.4 } as const

/**
 * The signs under which the lesson of an intent can be found by its words: one for each of its longest, gone when the lesson is
 * forgotten. They weigh as long as any lesson does, and speak neither for nor against.
 */
export function signsOf({ space, entity, origin }: NewMegram, lessonId: string): readonly NewMegram[] {
  // Signs go with outcomes only: a lesson on a tool always comes with one, but in tasks that were cut off.
  if (!isIntentSpace(space) || isTool(entity)) return []
  return longest(wordsOf(space)).map((word) => ({
    space: wordPrefix + word,
    entity: space,
    content: '',
    state: 'abandon',
    f: 1,
    sigma: 0,
    sources: [lessonId],
    ...(origin !== undefined && { origin }),
  }))
}

/**
 * The lessons of intents in other words, nearest first: their outcomes, their lessons on the tools among `entities`,
 * and the rules on either, each marked as a similar task's.
 */
export async function relatedLessons(
  consult: (query: Query) => Promise<Consultation>,
  space: string,
  entities: readonly string[],
): Promise<Consultation> {
  const words = wordsOf(space)
  const spaces = isIntentSpace(space) ? longest(words).map((word) => wordPrefix + word) : []
  const signs =
    spaces.length > 0 ? (await consult({ pairs: [], spaces, limit: mostOfOneWord, lessons: false })).readings : []
  const others = nearest(words, space, signs)
  const alike = others.filter((other) => other.likeness >= nearness.outcome).slice(0, mostRelated)
  const pairs = entities.flatMap((entity): Pair[] =>
    (isTool(entity) ? others.slice(0, mostPooled) : alike).map((other) => ({ space: other.space, entity })),
  )
  if (pairs.length === 0) return { readings: [], rules: [] }
  const { readings, rules } = await consult({ pairs, spaces: [] })
  const known = readings.filter(({ entity, attention }) => !isTool(entity ?? '') || attention >= faded)
  return {
    readings: known.map((reading) => ({ ...reading, lesson: reading.lesson && similar(reading.lesson) })),
    rules: rules.map((rule) => ({ ...rule, text: similar(rule.text) })),
  }
}

export const isIntentSpace = (space: string) => space.startsWith(intentPrefix)

const isTool = (entity: string) => entity.startsWith('tool:')

/** The share of their words that two intents have in common, 0 to 1. */
export function likenessOf(space: string, other: string): number {
  return likeness(wordsOf(space), wordsOf(other))
}

const similar = (text: string) => `of a similar task: ${text}`

function nearest(words: ReadonlySet<string>, own: string, signs: readonly Reading[]) {
  const intents = new Set(
    signs.flatMap(({ entity }) => (entity?.startsWith(intentPrefix) && entity !== own ? entity : [])),
  )
  return [...intents]
    .map((space) => ({ space, likeness: likeness(words, wordsOf(space)) }))
    .filter(({ likeness }) => likeness >= nearness.tool)
    .sort((one, other) => other.likeness - one.likeness)
}

/** By letters, so that long words, which say more, count more in any language. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (letters(sharedIn(one, other)) + letters(sharedIn(other, one))) / (letters(one) + letters(other))
}

/** The words that are among the others, too, be it with another ending. */
function sharedIn(words: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...words].filter((word) => others.has(word) || [...others].some((other) => isOfOneStem(word, other)))
}

/** As much of a beginning as `translate`, `translated` and `translation` share; short words have no endings to speak of. */
function isOfOneStem(one: string, other: string): boolean {
  const least = Math.max(4, (2 / 3) * Math.max(one.length, other.length))
  return one.length >= least && one.slice(0, Math.ceil(least)) === other.slice(0, Math.ceil(least))
}

function letters(words: Iterable<string>): number {
  return [...words].reduce((sum, { length }) => sum + length, 0)
}

/** The words of an intent's space, as its slug has them. */
function wordsOf(space: string): ReadonlySet<string> {
  return new Set(space.slice(intentPrefix.length).split('-'))
}

function longest(words: ReadonlySet<string>): readonly string[] {
  return [...words].sort((one, other) => other.length - one.length).slice(0, mostWords)
}
