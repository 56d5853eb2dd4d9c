/**
 * The two-sided p value of the exact sign test: how likely a difference at least as large between gains and losses is when each is as likely as the
 * other. 1 when there are neither.
 */
export function signTest(gained: number, lost: number): number {
  const n = gained + lost
  const fewer = Math.min(gained, lost)
  // In logarithms, since 2⁻ⁿ itself is 0 for a large n.
  let logTerm = -n * Math.LN2
  let tail = 0
  for (let k = 0; k <= fewer; k++) {
    tail += Math.exp(logTerm)
    logTerm += Math.log((n - k) / (k + 1))
  }
  return Math.min(1, 2 * tail)
}
