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
  return estimate(first.map((value, index) => value - (second[index] ?? Number.NaN)))
}
