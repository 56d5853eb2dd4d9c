import type { Tier } from './card.js'

const span = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The ids of each tier, ascending (Table A.1). */
export const idsOf = {
  GENESIS: span(1, 20),
  BRIDGE: span(21, 26),
  VERIFICATION: span(27, 34),
  ADVERSARY: span(35, 46),
  META: span(47, 52),
  MEMORY: span(53, 56),
  PHI: [57],
} as const satisfies Record<Tier, readonly number[]>

export const everyId = span(1, 57)
