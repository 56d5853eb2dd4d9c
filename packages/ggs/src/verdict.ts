import { type DecisionInputs, decide } from './cascade.js'
import type { Hyperparameters } from './hyperparameters.js'
import type { Directive } from './macro-state.js'
import { gainsFor } from './refutation.js'
import type { StopReason } from './stop-reasons.js'

/** Everything that decides a round. */
export interface RoundInputs extends DecisionInputs {
  readonly accepted: boolean
  readonly refuted: boolean
  /** Replans already performed. */
  readonly replans: number
  /** Consecutive worsening rounds before this one. */
  readonly worseningBefore: number
}

/** What decided: the meta-validator, a cell of the table, Law 2, or the limit on replans. */
export type Rule = 'acceptance' | 'cell' | 'law_2' | 'replan_limit'

export interface Verdict {
  readonly directive: Directive
  readonly reason: StopReason | null
  readonly rule: Rule
}

/**
 * The order of verdicts: acceptance is always delivered; Ω ≥ θ abandons; D ≤ δ succeeds; then Law 2 (section 5.5) and
 * the replan limit abandon; what is left is the action grid.
 */
export function verdictOf(round: RoundInputs, given: Hyperparameters): Verdict {
  const hyperparameters = gainsFor(round, given)
  if (round.accepted) return { directive: 'accept', reason: 'accepted', rule: 'acceptance' }
  const macroState = decide(round, hyperparameters)
  if (macroState === 'abandon') return { directive: 'abandon', reason: 'budget', rule: 'cell' }
  if (macroState === 'success') return { directive: 'success', reason: 'converged', rule: 'cell' }
  if (worseningRounds(round, hyperparameters) >= hyperparameters.worseningLimit) {
    return { directive: 'abandon', reason: 'diverging', rule: 'law_2' }
  }
  if (round.replans >= hyperparameters.maxReplans) {
    return { directive: 'abandon', reason: 'replans_exhausted', rule: 'replan_limit' }
  }
  return { directive: macroState, reason: null, rule: 'cell' }
}

/** Consecutive worsening rounds, this one included. Worsening is strictly ∇L > ε. */
export function worseningRounds(
  round: Pick<RoundInputs, 'gradient' | 'worseningBefore'>,
  { epsilon }: Pick<Hyperparameters, 'epsilon'>,
): number {
  return round.gradient > epsilon ? round.worseningBefore + 1 : 0
}
