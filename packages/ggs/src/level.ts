import type { Controller } from './controller.js'
import type { Hyperparameters } from './hyperparameters.js'
import type { LossBreakdown } from './loss.js'
import { onGrid } from './precision.js'

/** α·D + β_eff·P: the loss without what the round cost, from 0 to α + β. */
export function gapOf(
  { D, P, betaEffective }: Pick<LossBreakdown, 'D' | 'P' | 'betaEffective'>,
  { alpha }: Pick<Hyperparameters, 'alpha'>,
): number {
  return onGrid(alpha * D + betaEffective * P)
}

/** What ∇ is the slope of. */
export function levelOf(breakdown: LossBreakdown, { profile, hyperparameters }: Controller): number {
  return profile.slope === 'loss' ? breakdown.L : gapOf(breakdown, hyperparameters)
}
