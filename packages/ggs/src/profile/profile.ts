import type { ProfileBase } from '../terms/profile-base.js'
import type { Axis, Band } from './bands.js'
import type { MacroState } from './macro-state.js'

/** A row of a profile's table: bands that an axis may lie in; an axis that isn't named may lie anywhere. */
export interface ProfileRow {
  readonly when: { readonly [A in Axis]?: readonly Band<A>[] }
  readonly macroState: MacroState
}

/** A rule that reads the directive off a table of bands of D, P, Ω and ∇. Gains and thresholds are the hyperparameters. */
export interface TableProfile extends ProfileBase {
  /**
   * When D ≤ δ is delivered. `at_once`: as soon as it is met. `at_the_end`: when the task would end anyway, whatever ends
   * it; then the best round is delivered. The rows must agree: `success` for what is affordable and near under the first,
   * and for nothing that is affordable under the second.
   */
  readonly settle: 'at_once' | 'at_the_end'
  /**
   * The targets that an environmental failure blocks. `outcome`: those of its failed calls, or of all its calls when
   * none failed. `failed_calls`: those of its failed calls.
   */
  readonly blame: 'outcome' | 'failed_calls'
  /** The value whose slope is ∇. `loss`: L. `gap`: α·D + β_eff·P, which is L without the cost. */
  readonly slope: 'loss' | 'gap'
  /**
   * The scope of directives and tool lists: the next plan as a whole (`task`), or the replacement of each failed
   * subtask (`outcome`).
   */
  readonly scope: 'task' | 'outcome'
  /** The first round that may set tools aside; the first has no predecessor to be stuck at. */
  readonly setsAsideFrom: 1 | 2
  /** For every combination of bands exactly one row holds. */
  readonly rows: readonly ProfileRow[]
}
