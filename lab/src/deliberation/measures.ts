import { difference, type Estimate, estimate } from '../statistics.js'
import type { Decided } from './study.js'

export const accuracy = (decided: readonly Decided[]): Estimate => estimate(decided.map(({ right }) => Number(right)))

/** The mean squared distance between what was said and what was so. */
export const brier = (decided: readonly Decided[]): number =>
  decided.reduce((sum, { right, confidence }) => sum + (confidence - Number(right)) ** 2, 0) / decided.length

export interface Bin {
  readonly count: number
  readonly said: number
  readonly right: number
}

/** By tenths of what was said. */
export function reliability(decided: readonly Decided[]): readonly Bin[] {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    decided.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin),
  )
  return bins
    .filter((bin) => bin.length > 0)
    .map((bin) => ({
      count: bin.length,
      said: bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length,
      right: bin.filter(({ right }) => right).length / bin.length,
    }))
}

/** The expected calibration error: how far what was said is from what was so, on average over tenths. */
export const calibrationError = (decided: readonly Decided[]): number =>
  reliability(decided).reduce((sum, { count, said, right }) => sum + count * Math.abs(said - right), 0) / decided.length

/** How much more often the first is right than the second on the same questions. */
export const gain = (one: readonly Decided[], other: readonly Decided[]): Estimate =>
  difference(
    one.map(({ right }) => Number(right)),
    other.slice(0, one.length).map(({ right }) => Number(right)),
  )

export const meanOf = (decided: readonly Decided[], of: (one: Decided) => number): number =>
  decided.reduce((sum, one) => sum + of(one), 0) / decided.length

/** How often those are right that ended with each status. */
export function byStatus(decided: readonly Decided[]) {
  return (['SUCCESS', 'PARTIAL', 'FAILURE'] as const).map((status) => {
    const own = decided.filter((one) => one.status === status)
    return { status, count: own.length, share: own.length / decided.length, right: accuracy(own) }
  })
}
