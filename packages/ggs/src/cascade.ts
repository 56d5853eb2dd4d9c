import { type Banded, distanceBand, gradientBand, implausibilityBand } from './bands.js'
import type { Controller } from './controller.js'
import { defaultHyperparameters, type Thresholds, validateThresholds } from './hyperparameters.js'
import { type Measurements, validateMeasurements } from './loss.js'
import type { MacroState } from './macro-state.js'
import type { Profile } from './profile.js'
import type { ProfileName } from './profiles.js'
import { count, requirements } from './requirements.js'
import { resolveProfile } from './resolve-profile.js'
import { rowAt } from './table.js'

/** What an action is chosen by: a whole round, or one outcome of it. */
export interface Situation extends Pick<Measurements, 'D' | 'P'> {
  /** ∇; `null` when there was no round before. */
  readonly gradient: number | null
  /** Failed calls in what failed. @defaultValue 0 */
  readonly failedCalls?: number
}

/** A point in the controller's input space. */
export interface DecisionInputs extends Situation, Measurements {}

const demand = requirements('invalid_input')

/**
 * The macro-state that a profile's table has for `inputs` (paper, section 5.3). Equality: Ω = θ is exhausted, D = δ near,
 * D = µ in the middle, |∇| = ε a signal, P = ρ environmental. Only Ω says here whether the task would end.
 *
 * @throws GgsError `invalid_input`, `invalid_hyperparameter` or `invalid_profile` naming the field that is at fault.
 */
export function decide(
  inputs: DecisionInputs,
  thresholds: Thresholds = defaultHyperparameters,
  profile?: ProfileName | Profile,
): MacroState {
  validateDecisionInputs(inputs)
  validateThresholds(thresholds)
  const cost = inputs.Omega < thresholds.theta ? 'affordable' : 'exhausted'
  return rowAt(resolveProfile(profile), bandsOf(inputs, cost, thresholds)).macroState
}

/** The combination of bands in which a situation lies. */
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
export function actionBandsOf(situation: Situation, { profile, hyperparameters }: Controller): Banded {
  const point = bandsOf(situation, 'affordable', hyperparameters)
  return profile.settle === 'at_once' && point.distance === 'near' ? { ...point, distance: 'middle' } : point
}

/** @throws GgsError `invalid_input` naming the field that is out of range. */
export function validateDecisionInputs(inputs: DecisionInputs): void {
  validateMeasurements(inputs)
  const { gradient, failedCalls = 0 } = inputs
  if (gradient !== null) demand.number('gradient', gradient, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE })
  demand.number('failedCalls', failedCalls, count)
}
