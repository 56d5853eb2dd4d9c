import { hash } from './random.js'

/** A mean with the half width of its 95 % interval. */
export interface Estimate {
  readonly mean: number
  readonly margin: number
}

/** Of independent values, by the normal approximation. */
export function estimate(values: readonly number[]): Estimate {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return { mean, margin: 1.96 * Math.sqrt(variance / values.length) }
}

/** The mean of estimates that are independent of each other, each counted alike. */
export function meanOf(estimates: readonly Estimate[]): Estimate {
  const mean = estimates.reduce((sum, one) => sum + one.mean, 0) / estimates.length
  const margin = Math.sqrt(estimates.reduce((sum, one) => sum + one.margin ** 2, 0)) / estimates.length
  return { mean, margin }
}

/** Of one thing measured twice on the same tasks: how much the first is above the second. */
export function difference(first: readonly number[], second: readonly number[]): Estimate {
  return estimate(paired(first, second))
}

const paired = (first: readonly number[], second: readonly number[]) =>
  first.map((value, index) => value - (second[index] ?? Number.NaN))

/** A value with the ends of its 95 % interval. */
export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

const draws = 1_000

/**
 * How much the first is above the second on the same tasks, by a paired bootstrap: tasks are drawn anew within each family, and families count
 * alike. Each pair holds the values of both in a family.
 */
export function bootstrapped(
  families: readonly (readonly [first: readonly number[], second: readonly number[]])[],
): Interval {
  const gains = families.map(([first, second]) => paired(first, second))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const drawn = Array.from({ length: draws }, (_, draw) =>
    mean(
      gains.map((values, family) => {
        let state = hash('bootstrap', draw, family)
        let sum = 0
        for (let task = 0; task < values.length; task++) {
          // xorshift: a number for each task, without the price of a hash.
          state ^= state << 13
          state ^= state >>> 17
          state ^= state << 5
          sum += values[(state >>> 0) % values.length] ?? 0
        }
        return sum / values.length
      }),
    ),
  ).sort((one, other) => one - other)
  const at = (share: number) => drawn[Math.round(share * (draws - 1))] ?? Number.NaN
  return { value: mean(gains.map(mean)), low: at(0.025), high: at(0.975) }
}
