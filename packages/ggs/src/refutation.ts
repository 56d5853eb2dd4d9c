import type { Hyperparameters } from './hyperparameters.js'
import type { RoundInputs } from './verdict.js'

/**
 * The gains that hold for a round. A refuted result is known to be wrong, however little of it: while a replan is left it
 * is close to nothing, so δ counts as 0.
 */
export function gainsFor(
  { refuted, replans }: Pick<RoundInputs, 'refuted' | 'replans'>,
  hyperparameters: Hyperparameters,
): Hyperparameters {
  return refuted && replans < hyperparameters.maxReplans ? { ...hyperparameters, delta: 0 } : hyperparameters
}
