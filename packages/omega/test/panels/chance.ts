/** Seeded chance: the same seed and the same name, the same numbers, whoever else asks in between. */
export interface Chance {
  /** At least 0, less than 1. */
  next(): number
  below(most: number): number
  between(least: number, most: number): number
  /** True with this share. */
  is(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Chance of its own for one part of the world. */
  of(name: string): Chance
}

export function chanceOf(seed: number | string): Chance {
  let state = 0x9e3779b9
  for (const character of String(seed)) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
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
    between: (least, most) => least + next() * (most - least),
    is: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] as never,
    of: (name) => chanceOf(`${seed}/${name}`),
  }
}
