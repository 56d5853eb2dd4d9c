import type { Hyperparameters } from './hyperparameters.js'

/**
 * The gains that hold for a round. What fails a verifiable criterion is known to be wrong, however little of it: close
 * enough is for matters of judgement, so δ counts as 0 while a replan is left.
 */
export function gainsFor(
  { refuted, replans }: { readonly refuted: boolean; readonly replans: number },
  hyperparameters: Hyperparameters,
): Hyperparameters {
  return refuted && replans < hyperparameters.maxReplans ? { ...hyperparameters, delta: 0 } : hyperparameters
}
