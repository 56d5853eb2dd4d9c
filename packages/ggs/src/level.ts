import type { Controller } from './controller.js'
import type { LossBreakdown } from './loss.js'
import { onGrid } from './precision.js'

/** α·D + β_eff·P: the loss without what the round cost. */
export function gapOf(
  { L, Omega }: Pick<LossBreakdown, 'L' | 'Omega'>,
  { lambda }: { readonly lambda: number },
): number {
  return onGrid(L - lambda * Omega)
}

/** What ∇ is the slope of. */
export function levelOf(breakdown: LossBreakdown, { profile, hyperparameters }: Controller): number {
  return profile.slope === 'loss' ? breakdown.L : gapOf(breakdown, hyperparameters)
}
