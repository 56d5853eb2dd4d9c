import { defaultHyperparameters, type Hyperparameters, resolveHyperparameters } from '../input/hyperparameters.js'
import { onGrid } from '../input/precision.js'
import { requirements, unitInterval } from '../input/requirements.js'

/** The three measurements of a round, each in [0, 1]. */
export interface Measurements {
  /** Intent-result distance. */
  readonly D: number
  /** Process implausibility. */
  readonly P: number
  /** Resource cost Ω. */
  readonly Omega: number
}

export interface LossBreakdown extends Measurements {
  /** The loss, from 0 to about α + max(β, λ). */
  readonly L: number
  /** β · (1 − Ω), the weight that P had. */
  readonly betaEffective: number
}

const demand = requirements('invalid_input')

/**
 * L = α·D + β_eff·P + λ·Ω with β_eff = β·(1 − Ω) (paper, section 5.1).
 *
 * @throws GgsError `invalid_input` for a measurement outside [0, 1], `invalid_hyperparameter` naming the field.
 */
export function loss(
  measurements: Measurements,
  hyperparameters: Hyperparameters = defaultHyperparameters,
): LossBreakdown {
  demand.object('measurements', measurements)
  for (const name of ['D', 'P', 'Omega'] as const) demand.number(name, measurements[name], unitInterval)
  const { D, P, Omega } = measurements
  const { alpha, beta, lambda } = resolveHyperparameters(hyperparameters)
  const betaEffective = onGrid(beta * (1 - Omega))
  return { D, P, Omega, L: onGrid(alpha * D + betaEffective * P + lambda * Omega), betaEffective }
}

/**
 * ∇L = L − L of the previous round (paper, section 5.2); 0 on the first round, when there is none.
 *
 * @throws GgsError `invalid_input` when a loss is negative or not finite.
 */
export function lossGradient(previousLoss: number | null, currentLoss: number): number {
  const range = { min: 0, max: Number.MAX_VALUE }
  demand.number('currentLoss', currentLoss, range)
  if (previousLoss === null) return 0
  demand.number('previousLoss', previousLoss, range)
  return onGrid(currentLoss - previousLoss)
}
