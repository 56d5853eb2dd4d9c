import { onGrid } from '../input/precision.js'
import { type Cause, causeNames } from './causes.js'
import { type ByCause, byCause } from './profile.js'

/** Logarithms of likelihoods, up to a constant: how much speaks for each cause. Evidence is added up, so its order is of no account. */
export type Evidence = ByCause

export const noEvidence: Evidence = byCause(() => 0)

/** The sum of pieces of evidence. */
export const added = (...pieces: readonly Evidence[]): Evidence =>
  byCause((cause) => onGrid(pieces.map((piece) => piece[cause]).sort((one, other) => one - other).reduce((sum, value) => sum + value, 0)))

export const weighted = (evidence: Evidence, weight: number): Evidence => byCause((cause) => onGrid(weight * evidence[cause]))

/** The mean of pieces of evidence about the same thing by the same judge, which are not independent. */
export const meanOf = (pieces: readonly Evidence[]): Evidence =>
  pieces.length === 0 ? noEvidence : weighted(added(...pieces), 1 / pieces.length)

/** The belief that prior and evidence give, by Bayes' rule: chances that sum to 1. */
export function beliefOf(prior: ByCause, evidence: Evidence): ByCause {
  const most = Math.max(...causeNames.map((cause) => evidence[cause]))
  const weights = byCause((cause) => prior[cause] * Math.exp(evidence[cause] - most))
  const total = causeNames.reduce((sum, cause) => sum + weights[cause], 0)
  return byCause((cause) => weights[cause] / total)
}

/** The likeliest cause, the first of equals. */
export const likeliest = (belief: ByCause): Cause =>
  causeNames.reduce((best, cause) => (belief[cause] > belief[best] ? cause : best))

/** Odds in words, rounded to what a person would say: `4 : 1`, `1 : 3`. */
export function oddsOf(chance: number): string {
  if (chance >= 0.99) return '99 : 1'
  if (chance <= 0.01) return '1 : 99'
  return chance >= 0.5 ? `${rounded(chance / (1 - chance))} : 1` : `1 : ${rounded((1 - chance) / chance)}`
}

const rounded = (odds: number) => (odds < 3 ? Math.round(odds * 10) / 10 : Math.round(odds))
