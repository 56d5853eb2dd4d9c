import { defaultHyperparameters, type Thresholds, validateThresholds } from './hyperparameters.js'
import { type Measurements, validateMeasurements } from './loss.js'
import type { MacroState } from './macro-state.js'
import { requirements } from './requirements.js'

/** A point in the input space of the 24 cells. */
export interface DecisionInputs extends Measurements {
  /** ∇L. */
  readonly gradient: number
}

const demand = requirements('invalid_input')

/**
 * The macro-state by the paper's cascade (section 5.3): cost first, then distance, then what kind of change is needed.
 * Equality: Ω = θ abandons, D = δ succeeds, |∇L| = ε is a signal, P = ρ is environmental.
 *
 * @throws GgsError `invalid_input` or `invalid_hyperparameter` naming the field that is out of range.
 */
export function decide(inputs: DecisionInputs, thresholds: Thresholds = defaultHyperparameters): MacroState {
  validateDecisionInputs(inputs)
  validateThresholds(thresholds)
  if (inputs.Omega >= thresholds.theta) return 'abandon'
  if (inputs.D <= thresholds.delta) return 'success'
  const stuck = Math.abs(inputs.gradient) < thresholds.epsilon
  if (inputs.P > thresholds.rho) return stuck ? 'break_symmetry' : 'change_approach'
  return stuck ? 'change_path' : 'refine'
}

/** @throws GgsError `invalid_input` naming the field that is out of range. */
export function validateDecisionInputs(inputs: DecisionInputs): void {
  validateMeasurements(inputs)
  demand.number('gradient', inputs.gradient, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE })
}
