import { take } from './kinds.js'

/** Chance that is the same in every run: what follows from a name doesn't depend on what was drawn before under another. */
export interface Random {
  /** Says, in what goes wrong by it, which case it was. */
  readonly name: string
  /** Below 1. */
  next(): number
  /** A whole number, both ends included. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Of a table of makers, what one of them makes. */
  of<T>(makers: readonly ((random: Random) => T)[]): T
  /** Of a table of makers, each with the number below which a chance has to be, what one of them makes. */
  weighted<T>(makers: readonly (readonly [below: number, make: (random: Random) => T])[]): T
  list<T>(count: number, make: (random: Random, index: number) => T): T[]
  /** Independent of this one. */
  fork(name: string): Random
}

export function randomFrom(name: string): Random {
  let state = hash(name)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    name,
    next,
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick(items) {
      const index = Math.floor(next() * items.length)
      take(items, index, random)
      return items[index] as never
    },
    of: (makers) => random.pick(makers)(random),
    weighted(makers) {
      const at = next()
      const index = makers.findIndex(([below]) => at < below)
      take(makers, index, random)
      return makers[index]?.[1](random) as never
    },
    list: (count, make) => Array.from({ length: count }, (_, index) => make(random, index)),
    fork: (inner) => randomFrom(`${name}/${inner}`),
  }
  return random
}

function hash(text: string): number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
    state ^= state >>> 15
  }
  return Math.imul(state ^ (state >>> 16), 0x85ebca6b)
}
