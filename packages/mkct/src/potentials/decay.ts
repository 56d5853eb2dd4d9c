const millisecondsPerDay = 86_400_000

/** The decay kernel e^(−kΔt), at most 1. `k` per day, `elapsedMs` in milliseconds. */
export function decay(k: number, elapsedMs: number): number {
  return Math.exp((-k * Math.max(0, elapsedMs)) / millisecondsPerDay)
}

/** Milliseconds until magnitude `f` has decayed to `threshold`: ln(f/threshold)/k days, at least 0. */
export function timeUntil(threshold: number, f: number, k: number): number {
  return f <= threshold ? 0 : (Math.log(f / threshold) / k) * millisecondsPerDay
}
