import { between, draw, hash, itemAt, type Key, shuffled } from '../../../random.js'

export type Range = readonly [least: number, most: number]

/** Draws that belong to one thing: the same purpose gives the same number. */
export interface Dice {
  share(...purpose: readonly Key[]): number
  whole(range: Range, ...purpose: readonly Key[]): number
  oneOf<Item>(items: readonly Item[], ...purpose: readonly Key[]): Item
  happens(probability: number, ...purpose: readonly Key[]): boolean
  order<Item>(items: readonly Item[], ...purpose: readonly Key[]): readonly Item[]
}

export function diceOf(...owner: readonly Key[]): Dice {
  const seed = hash(...owner)
  const share = (...purpose: readonly Key[]) => draw(seed, ...purpose)
  return {
    share,
    whole: (range, ...purpose) => between(range, share(...purpose)),
    oneOf: (items, ...purpose) => itemAt(items, share(...purpose)),
    happens: (probability, ...purpose) => share(...purpose) < probability,
    order: (items, ...purpose) => shuffled(items, seed, ...purpose),
  }
}
