import { requirements, unitInterval } from '../input/requirements.js'

/** The facts about a delivered result by which it is trusted. */
export interface Trust {
  /** D of what is delivered: 0 for what was accepted, and for the parts that are done. */
  readonly D: number
  /** The share of its criteria that a model judged, and no check decided. 0 to 1. */
  readonly judged: number
  /** Rounds of the task. At least 1. */
  readonly rounds: number
}

/** Logarithms of odds: of a result that checks decided in a first round, and what each fact takes from it. */
export interface ConfidenceWeights {
  readonly base: number
  readonly D: number
  readonly judged: number
  readonly rounds: number
}

/** Fitted on the lab's tuning families (`npm run lab -- --fit`). */
export const confidenceWeights: ConfidenceWeights = { base: 4.85, D: -28.59, judged: -1.62, rounds: -0.3 }

const demand = requirements('invalid_input')

/**
 * The chance, from 0 to 1, that what is delivered is right. It is calibrated on simulated tasks and never changes what is delivered.
 *
 * @throws GgsError `invalid_input` naming the fact that is out of range.
 */
export function confidenceIn({ D, judged, rounds }: Trust, weights: ConfidenceWeights = confidenceWeights): number {
  demand.number('D', D, unitInterval)
  demand.number('judged', judged, unitInterval)
  demand.number('rounds', rounds, { min: 1, max: Number.MAX_SAFE_INTEGER, integer: true })
  const odds = weights.base + weights.D * D + weights.judged * judged + weights.rounds * (rounds - 1)
  return Number((1 / (1 + Math.exp(-odds))).toFixed(3))
}
