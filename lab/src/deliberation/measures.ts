import { calibrationError as errorOf, reliability, type Told } from '../reliability.js'
import { difference, type Estimate, estimate } from '../statistics.js'
import type { Decided } from './study.js'

export const accuracy = (decided: readonly Decided[]): Estimate => estimate(decided.map(({ right }) => Number(right)))

/** The mean squared distance between what was said and what was so. */
export const brier = (decided: readonly Decided[]): number =>
  decided.reduce((sum, { right, confidence }) => sum + (confidence - Number(right)) ** 2, 0) / decided.length

export const toldOf = ({ confidence, right }: Decided): Told => ({ told: confidence, isRight: right })

/** The expected calibration error, over tenths. */
export const calibrationError = (decided: readonly Decided[]): number => errorOf(reliability(decided.map(toldOf)))

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
