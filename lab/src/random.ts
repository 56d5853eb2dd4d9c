/** What a number is drawn for: the same keys give the same number, whoever asks and in whatever order. */
export type Key = number | string

/**
 * 32 bits from keys: each is folded in and mixed by the finalizer of MurmurHash3, so that neighbouring seeds, tasks and rounds
 * share nothing. Counter-based: two systems that are compared draw the same numbers for the same things.
 */
export function hash(...keys: readonly Key[]): number {
  let state = 0x9e3779b9
  for (const key of keys) state = mixed(state ^ mixed(numberOf(key) + 0x85ebca6b))
  return state
}

/** A number from 0 to below 1. */
export const draw = (...keys: readonly Key[]): number => hash(...keys) / 2 ** 32

export const chance = (probability: number, ...keys: readonly Key[]): boolean => draw(...keys) < probability

/** One of the items; undefined when there are none. */
export function pick<Item>(items: readonly Item[], ...keys: readonly Key[]): Item | undefined {
  return items[Math.floor(draw(...keys) * items.length)]
}

/** In an order of its own for every item's number. */
export function shuffled<Item>(items: readonly Item[], ...keys: readonly Key[]): readonly Item[] {
  return items
    .map((item, index) => ({ item, rank: hash(...keys, index) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** A text counts by its letters and its length (FNV-1a), a number by its whole part, whatever its sign. */
function numberOf(key: Key): number {
  if (typeof key === 'number') return key | 0
  let state = 0x811c9dc5
  for (let index = 0; index < key.length; index++) state = Math.imul(state ^ key.charCodeAt(index), 0x01000193)
  return state ^ key.length
}

function mixed(given: number): number {
  let state = given | 0
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** The item at a number from 0 to below 1. */
export function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[Math.floor(at * items.length)]
  if (item === undefined) throw new RangeError('there is nothing to take from')
  return item
}

/** A whole number from `least` to `most`, both included, at a number from 0 to below 1. */
export function between([least, most]: readonly [least: number, most: number], at: number): number {
  return least + Math.floor(at * (most - least + 1))
}
