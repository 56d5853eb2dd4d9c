export interface Interval {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** Of a normal distribution, for 95 %. */
const z = 1.96

/** A statistic of sequences with its 95 % interval, by leaving out one sequence at a time (jackknife). */
export function jackknife<Item>(items: readonly Item[], statistic: (items: readonly Item[]) => number): Interval {
  const value = statistic(items)
  const count = items.length
  if (count < 2) return { value, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  const partial = items.map((_, index) => statistic(items.toSpliced(index, 1)))
  const mean = sum(partial) / count
  const variance = ((count - 1) / count) * sum(partial.map((one) => (one - mean) ** 2))
  const half = z * Math.sqrt(variance)
  return { value, low: value - half, high: value + half }
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
