import { between, draw, type Key } from '../../../random.js'
import type { Range, Weighted } from './sketch.js'

/** Draws the numbers of one part. */
export interface Site {
  /** A number in [0, 1). */
  roll(...keys: readonly Key[]): number
  /** A number of a range, not a whole one. */
  within(range: Range, ...keys: readonly Key[]): number
  /** A whole number of a range, both ends included. */
  whole(range: Range, ...keys: readonly Key[]): number
  weighted<Item extends Weighted>(items: readonly Item[], ...keys: readonly Key[]): Item
}

export function siteOf(...place: readonly Key[]): Site {
  const roll = (...keys: readonly Key[]) => draw(...place, ...keys)
  return {
    roll,
    within: ([least, most], ...keys) => least + (most - least) * roll(...keys),
    whole: (range, ...keys) => between(range, roll(...keys)),
    weighted: (items, ...keys) => weightedAt(items, roll(...keys)),
  }
}

/** A whole number from 0, by weights. */
export const stepsAt = (weights: readonly number[], at: number): number =>
  weightedAt(
    weights.map((weight, steps) => ({ weight, steps })),
    at,
  ).steps

function weightedAt<Item extends Weighted>(items: readonly Item[], at: number): Item {
  let left = at * items.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  throw new RangeError('there is nothing to draw from')
}
