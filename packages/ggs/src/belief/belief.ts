import { type Cause, causeNames } from '../terms/causes.js'
import { type ByCause, byCause } from './profile.js'

/** Logarithms of likelihoods, up to a constant: how much speaks for each cause. Evidence is added up, so its order is of no account. */
export type Evidence = ByCause

export const noEvidence: Evidence = byCause(() => 0)

/** Rounds to 6 decimals, so that a record of evidence is short and gives the same belief wherever it is read. */
export const rounded = (value: number): number => Number(value.toFixed(6)) || 0

/** The sum of pieces of evidence. */
export const added = (...pieces: readonly Evidence[]): Evidence => sumOf(pieces)

const sumOf = (pieces: readonly Evidence[]): Evidence =>
  byCause((cause) => rounded(pieces.reduce((sum, piece) => sum + piece[cause], 0)))

export const weighted = (evidence: Evidence, weight: number): Evidence =>
  byCause((cause) => rounded(weight * evidence[cause]))

/** The mean of pieces of evidence by one judge, which are not independent. */
export const meanOf = (pieces: readonly Evidence[]): Evidence =>
  pieces.length === 0 ? noEvidence : weighted(sumOf(pieces), 1 / pieces.length)

/** The belief that prior and evidence give, by Bayes' rule: chances that sum to 1. */
export function beliefOf(prior: ByCause, evidence: Evidence): ByCause {
  const most = Math.max(...causeNames.map((cause) => evidence[cause]))
  const weights = byCause((cause) => prior[cause] * Math.exp(evidence[cause] - most))
  const total = causeNames.reduce((sum, cause) => sum + weights[cause], 0)
  return byCause((cause) => rounded(weights[cause] / total))
}

/** The likeliest of some causes, the first of equals. */
export const likeliest = (belief: ByCause, among: readonly Cause[] = causeNames): Cause =>
  among.reduce((best, cause) => (belief[cause] > belief[best] ? cause : best))

/** A chance as odds, rounded as a person would say them: `4 : 1`, `1 : 3`. */
export function oddsOf(chance: number): string {
  if (chance >= 0.99) return '99 : 1'
  if (chance <= 0.01) return '1 : 99'
  return chance >= 0.5 ? `${short(chance / (1 - chance))} : 1` : `1 : ${short((1 - chance) / chance)}`
}

const short = (odds: number) => (odds < 3 ? Math.round(odds * 10) / 10 : Math.round(odds))
