import { within } from './invalid-confidence.js'

/** The largest discount on the agreement of voices that all reason alike. */
const lambda = 0.25

export interface Opinion {
  /** null: the voice doesn't know, and isn't counted. */
  readonly confidence: number | null
  readonly weight: number
}

/**
 * The consensus of several voices that reason alike by `rho` (0 to 1): their weighted mean, less up to a quarter. A
 * single voice loses nothing, and no consensus exceeds its highest voice. Null without voices.
 */
export function consensus(opinions: readonly Opinion[], rho: number): number | null {
  within(rho, 0, 1, 'rho')
  const known = opinions.flatMap(({ confidence, weight }, index) =>
    confidence === null
      ? []
      : [
          {
            confidence: within(confidence, 0, 1, `opinions[${index}].confidence`),
            weight: within(weight, 0, Number.MAX_VALUE, `opinions[${index}].weight`),
          },
        ],
  )
  if (known.length === 0) return null
  // Shares of the greatest weight, so that neither sum can overflow.
  const heaviest = Math.max(...known.map(({ weight }) => weight))
  const share = (weight: number) => (heaviest === 0 ? 1 : weight / heaviest)
  const total = known.reduce((sum, { weight }) => sum + share(weight), 0)
  const mean = known.reduce((sum, { confidence, weight }) => sum + confidence * share(weight), 0) / total
  const surest = Math.max(...known.map(({ confidence }) => confidence))
  return Math.min(mean, surest) * (1 - lambda * rho * (1 - 1 / known.length))
}

/**
 * The number of independent voices that `count` voices are worth when they reason alike by `rho` (Kish). Used for
 * quorums only.
 */
export function effectiveVotes(count: number, rho: number): number {
  within(rho, 0, 1, 'rho')
  within(count, 0, Number.MAX_SAFE_INTEGER, 'count')
  return count === 0 ? 0 : count / (1 + (count - 1) * rho)
}
