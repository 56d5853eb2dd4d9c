/** What was told of a result, 0 to 1, and whether it is right. */
export interface Told {
  readonly told: number
  readonly isRight: boolean
}

/** Results of about the same confidence. */
export interface Bin {
  readonly count: number
  /** The mean confidence that was told. */
  readonly told: number
  /** The share that is right. */
  readonly right: number
}

/** Ten bins of confidence, those without results left out. */
export function reliability(results: readonly Told[]): readonly Bin[] {
  return Array.from({ length: 10 }, (_, bin) => {
    const inside = results.filter(({ told }) => Math.min(9, Math.floor(told * 10)) === bin)
    const mean = (of: (one: Told) => number) =>
      inside.reduce((sum, one) => sum + of(one), 0) / Math.max(1, inside.length)
    return { count: inside.length, told: mean(({ told }) => told), right: mean(({ isRight }) => Number(isRight)) }
  }).filter(({ count }) => count > 0)
}

/** The expected calibration error: the mean difference between what was told and what was right, by the size of bins. */
export function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  return bins.reduce((sum, { count, told, right }) => sum + (count / total) * Math.abs(told - right), 0)
}
