import type { Decision } from './decision.js'
import { cellOf, type DecisionCell } from './decision-table.js'
import { GgsError } from './errors.js'
import { resolveHyperparameters } from './hyperparameters.js'
import { type Inequality, inequalitiesOf } from './inequalities.js'
import { loss, lossGradient } from './loss.js'
import { type Alternative, nearestAlternative } from './nearest.js'
import { gainsFor } from './refutation.js'
import { count, requirements } from './requirements.js'
import { type RoundInputs, type Rule, type Verdict, verdictOf } from './verdict.js'

const demand = requirements('invalid_input')

export interface Explanation {
  /** The row of the table in which the round lies. It names the directive unless another rule decided. */
  readonly cell: DecisionCell
  readonly rule: Rule
  /** The comparisons that led to the directive, in order, with their margins. */
  readonly inequalities: readonly Inequality[]
  /** What the smallest change would have brought; `null` when accepted or when no change can. */
  readonly nearest: Alternative | null
  /** All of it in a few lines for people. */
  readonly text: string
}

/**
 * Proves a decision again from what it carries and says how close it was. Needs nothing but the decision, also one
 * read back from JSON.
 *
 * @throws GgsError `inconsistent_decision` naming the field that does not follow from the others; `invalid_input` or
 * `invalid_hyperparameter` naming one that is malformed.
 */
export function explain(decision: Decision): Explanation {
  const given = resolveHyperparameters(decision.hyperparameters)
  const round = roundOf(decision)
  const hyperparameters = gainsFor(round, given)
  const verdict = verdictOf(round, hyperparameters)
  refuseUnless(decision.directive, verdict.directive, 'directive')
  refuseUnless(decision.reason, verdict.reason, 'reason')
  const cell = cellOf(round, hyperparameters)
  const inequalities = inequalitiesOf(round, verdict.rule, hyperparameters)
  const nearest = nearestAlternative(round, decision.previousLoss === null, hyperparameters)
  return { cell, rule: verdict.rule, inequalities, nearest, text: textOf(cell, verdict, inequalities, nearest) }
}

function roundOf({
  loss: breakdown,
  gradient,
  previousLoss,
  hyperparameters,
  replans,
  worseningBefore,
  refuted,
}: Decision) {
  demand.boolean('refuted', refuted)
  demand.number('replans', replans, count)
  demand.number('worseningBefore', worseningBefore, count)
  const { L, betaEffective } = loss(breakdown, hyperparameters)
  refuseUnless(breakdown.betaEffective, betaEffective, 'loss.betaEffective')
  refuseUnless(breakdown.L, L, 'loss.L')
  refuseUnless(gradient, lossGradient(previousLoss, L), 'gradient')
  const { D, P, Omega } = breakdown
  return { D, P, Omega, gradient, accepted: D === 0, refuted, replans, worseningBefore } satisfies RoundInputs
}

function refuseUnless(recorded: unknown, derived: unknown, field: string): void {
  if (recorded === derived) return
  const message = `${field} is ${recorded}, but the rest of the decision gives ${derived}: was it edited?`
  throw new GgsError('inconsistent_decision', message, { field })
}

const deciders: Readonly<Record<Rule, string>> = {
  acceptance: 'decided by the meta-validator',
  cell: 'decided by the table',
  law_2: 'decided by Law 2',
  replan_limit: 'decided by the replan limit',
}

function textOf(
  { cell, macroState }: DecisionCell,
  { directive, rule }: Verdict,
  inequalities: readonly Inequality[],
  nearest: Alternative | null,
): string {
  const held = inequalities.map(
    ({ quantity, value, relation, threshold, limit, margin }) =>
      `  ${quantity} = ${value} ${relation} ${threshold === '0' ? '0' : `${threshold} = ${limit}`} (margin ${margin})`,
  )
  const changes = nearest?.changes
    .map(({ quantity, from, relation, limit }) => `${quantity} ${relation} ${limit} instead of ${from}`)
    .join(' and ')
  return [
    `${directive}, ${deciders[rule]}; cell ${cell} (${macroState})`,
    ...held,
    nearest === null
      ? 'No change of the measured values gives another directive.'
      : `Nearest: ${nearest.directive}, with ${changes}.`,
  ].join('\n')
}
