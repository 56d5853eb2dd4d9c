/** c·e^(−rτ) */
export interface Term {
  readonly coefficient: number
  readonly rate: number
}

export function valueAt(terms: readonly Term[], time: number): number {
  return terms.reduce((sum, { coefficient, rate }) => sum + coefficient * Math.exp(-rate * time), 0)
}

/**
 * All sign changes of Σ c·e^(−rτ) within (0, end), ascending. Divided by its slowest term, the sum has a derivative with
 * one term less, whose sign changes cut the span into pieces where it is monotone: bisection finds the one in each.
 */
export function signChanges(terms: readonly Term[], end: number): readonly number[] {
  const merged = byRate(terms)
  const [slowest] = merged
  if (!slowest || merged.length === 1) return []
  const shifted = merged.map(({ coefficient, rate }) => ({ coefficient, rate: rate - slowest.rate }))
  const derivative = shifted.slice(1).map(({ coefficient, rate }) => ({ coefficient: -coefficient * rate, rate }))
  const cuts = [0, ...signChanges(derivative, end), end]
  return cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index] ?? 0
    const before = valueAt(shifted, from)
    const after = valueAt(shifted, to)
    return Math.sign(before) * Math.sign(after) < 0 ? [bisect(shifted, from, to)] : []
  })
}

function byRate(terms: readonly Term[]): readonly Term[] {
  const sums = new Map<number, number>()
  for (const { coefficient, rate } of terms) sums.set(rate, (sums.get(rate) ?? 0) + coefficient)
  return [...sums]
    .filter(([, coefficient]) => coefficient !== 0)
    .map(([rate, coefficient]) => ({ coefficient, rate }))
    .sort((a, b) => a.rate - b.rate)
}

function bisect(terms: readonly Term[], from: number, to: number): number {
  const rising = valueAt(terms, from) < 0
  let low = from
  let high = to
  for (let step = 0; step < 200 && high - low > 1e-9 * Math.max(1, high); step++) {
    const middle = (low + high) / 2
    if (valueAt(terms, middle) < 0 === rising) low = middle
    else high = middle
  }
  return (low + high) / 2
}
