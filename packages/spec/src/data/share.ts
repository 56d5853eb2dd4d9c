/** Some of several, and where the true share lies with a confidence of 95 %. */
export interface Share {
  readonly count: number
  readonly of: number
  /** 0 to 1: by Wilson's score, which holds for few and for none. 0 and 1 when there is nothing to go by. */
  readonly low: number
  readonly high: number
}

/** Quantile of the normal distribution, for 95 % on both sides. */
const z = 1.959964

/** The share of `count` in `of`, with its interval. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, low: 0, high: 1 }
  const share = count / of
  const width = 1 + z ** 2 / of
  const middle = (share + z ** 2 / (2 * of)) / width
  const half = (z / width) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  const low = count === 0 ? 0 : Math.max(0, middle - half)
  const high = count === of ? 1 : Math.min(1, middle + half)
  return { count, of, low, high }
}
