import type { Thresholds } from '../input/hyperparameters.js'
import { type Banded, distanceBand, gradientBand, implausibilityBand } from './bands.js'
import type { TableController } from './controller.js'

/** The measurements by which an action is chosen: those of a whole round, or of one outcome of it. */
export interface Situation {
  /** Intent-result distance. */
  readonly D: number
  /** Process implausibility. */
  readonly P: number
  /** ∇; `null` when there was no round before. */
  readonly gradient: number | null
  /** Failed calls in what failed. @defaultValue 0 */
  readonly failedCalls?: number
}

/**
 * The combination of bands in which a situation lies. Equality: D = δ is near, D = µ in the middle, |∇| = ε a signal, P = ρ
 * environmental.
 */
export function bandsOf(
  { D, P, gradient, failedCalls = 0 }: Situation,
  cost: Banded['cost'],
  thresholds: Omit<Thresholds, 'theta'>,
): Banded {
  return {
    cost,
    distance: distanceBand(D, thresholds),
    implausibility: implausibilityBand(P, thresholds),
    calls: failedCalls > 0 ? 'failed' : 'sound',
    gradient: gradient === null ? 'none' : gradientBand(gradient, thresholds),
  }
}

/** The combination under which an action is looked up. One outcome may be near where its round is not. */
export function actionBandsOf(situation: Situation, { profile, hyperparameters }: TableController): Banded {
  const point = bandsOf(situation, 'affordable', hyperparameters)
  return profile.settle === 'at_once' && point.distance === 'near' ? { ...point, distance: 'middle' } : point
}
