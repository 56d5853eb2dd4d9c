/** A piece of evidence in one direction. */
export interface Piece {
  readonly family: string
  /** 0 or more. */
  readonly weight: number
}

/** The shares of their weight that further pieces keep, 0 to 1. */
export interface Discount {
  /** Within a family, for each piece beside the strongest. */
  readonly repeated: number
  /** Across families, for each family beside the strongest. */
  readonly otherFamily: number
}

/**
 * The sum of pieces that are not independent: within a family, and then across families, the strongest counts in full and each further one by a
 * share that shrinks geometrically. So it never falls when a piece is added, and one family alone is never worth more than its strongest
 * piece / (1 - repeated). The order of the pieces doesn't matter.
 */
export function pooled(pieces: readonly Piece[], { repeated, otherFamily }: Discount): number {
  const families = new Map<string, number[]>()
  for (const { family, weight } of pieces) families.set(family, [...(families.get(family) ?? []), weight])
  return shrunk(
    [...families.values()].map((own) => shrunk(own, repeated)),
    otherFamily,
  )
}

const shrunk = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => b - a).reduce((sum, value, index) => sum + value * share ** index, 0)
