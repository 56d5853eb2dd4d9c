/** Seeded chance: the same seed, the same run. */
export interface Chance {
  /** At least 0, less than 1. */
  next(): number
  below(most: number): number
  /** True with this share. */
  is(share: number): boolean
  pick<T>(list: readonly T[]): T
}

export function chance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  for (let warm = 0; warm < 4; warm++) next()
  return {
    next,
    below: (most) => Math.floor(next() * most),
    is: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] as never,
  }
}
