import { defaultHyperparameters, type Hyperparameters, resolveHyperparameters } from '../input/hyperparameters.js'
import { onGrid } from '../input/precision.js'
import { count, requirements } from '../input/requirements.js'

export interface Spent {
  /** Replans already performed. */
  readonly replans: number
  /** Milliseconds since the task began. */
  readonly elapsedMs: number
}

const demand = requirements('invalid_input')

/**
 * Ω in [0, 1] (paper, section 5.1): w₁ · replans / maxReplans + w₂ · elapsedMs / timeBudgetMs, and 1 beyond that. When
 * no replan is allowed, the first term is 0.
 *
 * @throws GgsError `invalid_input` for a negative or non-finite amount, `invalid_hyperparameter` naming the field.
 */
export function resourceCost(spent: Spent, hyperparameters: Hyperparameters = defaultHyperparameters): number {
  demand.object('spent', spent)
  demand.number('replans', spent.replans, count)
  demand.number('elapsedMs', spent.elapsedMs, { min: 0, max: Number.MAX_SAFE_INTEGER })
  const { replanWeight, timeWeight, maxReplans, timeBudgetMs } = resolveHyperparameters(hyperparameters)
  const replanShare = maxReplans === 0 ? 0 : spent.replans / maxReplans
  return onGrid(Math.min(1, replanWeight * replanShare + timeWeight * (spent.elapsedMs / timeBudgetMs)))
}
