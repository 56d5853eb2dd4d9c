import type { ProfileRow } from '../profile/profile.js'
import type { Inequality } from '../rationale/inequality.js'
import type { Alternative } from './nearest.js'

export interface Explanation {
  /**
   * The row of a table in which the round lies. It names the directive unless another rule decided. `null` for a rule that is no table.
   */
  readonly row: ProfileRow | null
  /** The rule that decided: an accepted result, the table or the belief, Law 2, the limit on replans, the budget, or that nothing is worth a round. */
  readonly rule: 'acceptance' | 'table' | 'belief' | 'law_2' | 'replan_limit' | 'budget' | 'hopeless'
  /** The comparisons that led to the directive, in order, with their margins. */
  readonly inequalities: readonly Inequality[]
  /**
   * The directive that the smallest change would have brought; under a belief, to the order that decides. `null` when no change can
   * bring another, as when accepted, and when a belief ended the task.
   */
  readonly nearest: Alternative | null
  /** All of it in a few lines for people. */
  readonly text: string
}
