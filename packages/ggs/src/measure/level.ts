import type { Hyperparameters } from '../input/hyperparameters.js'
import { onGrid } from '../input/precision.js'
import type { Controller } from '../profile/controller.js'
import type { LossBreakdown } from './loss.js'

/** α·D + β_eff·P: the loss without what the round cost, from 0 to α + β. */
export function gapOf(
  { D, P, betaEffective }: Pick<LossBreakdown, 'D' | 'P' | 'betaEffective'>,
  { alpha }: Pick<Hyperparameters, 'alpha'>,
): number {
  return onGrid(alpha * D + betaEffective * P)
}

/** The level whose difference between two rounds is ∇: L or α·D + β_eff·P, as the profile says. */
export function levelOf(breakdown: LossBreakdown, { profile, hyperparameters }: Controller): number {
  return 'slope' in profile && profile.slope === 'loss' ? breakdown.L : gapOf(breakdown, hyperparameters)
}
