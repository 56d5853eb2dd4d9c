import type { Hyperparameters } from '../input/hyperparameters.js'
import type { Measurements } from '../measure/loss.js'
import type { Banded } from '../profile/bands.js'
import type { TableController } from '../profile/controller.js'
import { rowAt } from '../profile/decision-table.js'
import type { MacroState } from '../profile/macro-state.js'
import { actionBandsOf, bandsOf, type Situation } from '../profile/situation.js'
import type { StopReason } from '../terms/stop-reasons.js'

/** Everything that decides a round. */
export interface RoundInputs extends Measurements {
  /** ∇ of the whole round; `null` on the first. */
  readonly gradient: number | null
  /**
   * The situation by which the action is chosen: the whole round, or the outcome that needs the most drastic change.
   */
  readonly focus: Situation
  readonly accepted: boolean
  /** Outcomes of this round that were not done, where the profile counts the promise. */
  readonly undone: number
  /** The lowest D of the rounds before that may be delivered; `null` when there is none. */
  readonly bestBefore: number | null
  /** Replans already performed. */
  readonly replans: number
  /** Consecutive worsening rounds before this one. */
  readonly worseningBefore: number
}

/** The rule that decided: the meta-validator, the profile's table, Law 2, or the limit on replans. */
export type Rule = 'acceptance' | 'table' | 'law_2' | 'replan_limit'

export interface Verdict {
  readonly directive: MacroState | 'accept'
  readonly reason: StopReason | null
  readonly rule: Rule
}

/** The reasons that end a task regardless of its result, in this order. */
const ends = { table: 'budget', law_2: 'diverging', replan_limit: 'replans_exhausted' } as const

/**
 * The order of verdicts: acceptance is always delivered; then the table's `abandon` and `success`; then Law 2 (section 5.5)
 * and the replan limit abandon; what is left is an action. A profile that settles at the end asks first whether the task
 * would end now, and its table says with what.
 */
export function verdictOf(round: RoundInputs, controller: TableController): Verdict {
  if (round.accepted) return { directive: 'accept', reason: 'accepted', rule: 'acceptance' }
  const { macroState } = rowAt(controller.profile, bandsAt(round, controller))
  if (macroState === 'success') return { directive: 'success', reason: 'converged', rule: 'table' }
  const end = endOf(round, controller.hyperparameters)
  if (end !== null) return { directive: 'abandon', reason: ends[end], rule: end }
  return { directive: macroState, reason: null, rule: 'table' }
}

/**
 * D of what would be delivered now: this round's, or where the best round is delivered, that one's. What was not done is never
 * delivered; with nothing to deliver it is 1.
 */
export function deliverable(
  { D, undone, bestBefore }: Pick<RoundInputs, 'D' | 'undone' | 'bestBefore'>,
  { profile }: TableController,
): number {
  const present = undone > 0 ? 1 : D
  return profile.settle === 'at_the_end' ? Math.min(present, bestBefore ?? 1) : present
}

/**
 * The bands of a round: those of the deliverable result when the task ends or settles, else those of the situation that
 * chooses the action.
 */
export function bandsAt(round: RoundInputs, controller: TableController): Banded {
  const { hyperparameters, profile } = controller
  const isLate = profile.settle === 'at_the_end'
  const isOver = isLate ? endOf(round, hyperparameters) !== null : round.Omega >= hyperparameters.theta
  const delivered = { ...round.focus, D: deliverable(round, controller) }
  if (isOver) return bandsOf(delivered, 'exhausted', hyperparameters)
  const isSettled = !isLate && deliverable(round, controller) <= hyperparameters.delta
  return isSettled ? bandsOf(delivered, 'affordable', hyperparameters) : actionBandsOf(round.focus, controller)
}

function endOf(round: RoundInputs, hyperparameters: Hyperparameters): keyof typeof ends | null {
  if (round.Omega >= hyperparameters.theta) return 'table'
  if (worseningRounds(round, hyperparameters) >= hyperparameters.worseningLimit) return 'law_2'
  return round.replans >= hyperparameters.maxReplans ? 'replan_limit' : null
}

/** Consecutive worsening rounds, this one included. Worsening is strictly ∇ > ε. */
export function worseningRounds(
  { gradient, worseningBefore }: Pick<RoundInputs, 'gradient' | 'worseningBefore'>,
  { epsilon }: Pick<Hyperparameters, 'epsilon'>,
): number {
  return (gradient ?? 0) > epsilon ? worseningBefore + 1 : 0
}
