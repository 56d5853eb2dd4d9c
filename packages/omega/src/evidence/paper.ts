import type { Claim, Factor, Supporter } from '../protocol/state.js'

/** The algebra of the protocol's sections 2.3 and 2.4, and what it leaves open (docs/omega.md). */

/** The largest discount on the agreement of voices that all reason alike. */
const lambda = 0.25

/** The assumed correlation of two voices, 0 to 1. */
const correlation = {
  /** One model that read the same. */
  sameInputs: 1,
  /** One model, other reading. */
  sameFamily: 0.8,
  /** A panel of nine judges of several families was found to be worth two votes: (9 / 2 - 1) / 8. */
  otherFamily: 0.4375,
  /** A function doesn't share a model's errors. */
  code: 0,
} as const

function correlationOf(a: Supporter, b: Supporter): number {
  if (a.family === 'code' || b.family === 'code') return correlation.code
  if (a.family !== b.family) return correlation.otherFamily
  const readTheSame =
    (a.inputs.length === 0 && b.inputs.length === 0) || a.inputs.some((agent) => b.inputs.includes(agent))
  return readTheSame ? correlation.sameInputs : correlation.sameFamily
}

/** Over all pairs; 0 for a single voice. */
function meanCorrelation(voices: readonly Supporter[]): number {
  const pairs = voices.flatMap((voice, index) => voices.slice(index + 1).map((other) => correlationOf(voice, other)))
  return pairs.length === 0 ? 0 : pairs.reduce((sum, rho) => sum + rho, 0) / pairs.length
}

/**
 * The confidence of a claim: the mean of its voices, less up to a quarter as they reason alike, times its factors, held to 0…1 once and only
 * here, so that neither their order nor a repetition matters. Refuted is 0 even if nobody gave a confidence; otherwise null without one.
 */
export function productOf({
  supporters,
  factors,
  status,
}: Pick<Claim, 'supporters' | 'factors' | 'status'>): number | null {
  const product = factorsOf(factors)
  if (status === 'rejected' || product === 0) return 0
  const voices = supporters.filter(({ confidence }) => confidence !== null)
  if (voices.length === 0) return null
  const mean = voices.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0) / voices.length
  const surest = Math.max(...voices.map(({ confidence }) => confidence ?? 0))
  const prior = Math.min(mean, surest) * (1 - lambda * meanCorrelation(voices) * (1 - 1 / voices.length))
  return Math.min(1, Math.max(0, prior * product))
}

/** In order of size: the same factors give the same bits, whoever came first. */
const factorsOf = (factors: readonly Factor[]) =>
  factors
    .map(({ value }) => value)
    .toSorted((a, b) => a - b)
    .reduce((product, value) => product * value, 1)

/** The product before the deduction for reasoning alike: how sure a claim is in the words of those who hold it. */
export function saidOf({ supporters, factors }: Pick<Claim, 'supporters' | 'factors'>): number {
  const voices = supporters.flatMap(({ confidence }) => confidence ?? [])
  const mean = voices.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, voices.length)
  return Math.min(1, mean * factorsOf(factors))
}

/** The number of independent voices that hold a claim (Kish): it decides quorums and raises nothing. */
export function effectiveVoicesOf({ supporters }: Pick<Claim, 'supporters'>): number {
  const count = supporters.length
  return count === 0 ? 0 : count / (1 + (count - 1) * meanCorrelation(supporters))
}
