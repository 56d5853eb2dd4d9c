import { type Controller, resolveController } from './controller.js'
import type { Decision } from './decision.js'
import { GgsError } from './errors.js'
import { type Inequality, inequalitiesOf } from './inequalities.js'
import { gapOf, levelOf } from './level.js'
import { loss, lossGradient } from './loss.js'
import { type Alternative, nearestAlternative } from './nearest.js'
import { actionFor, mostDrastic, type Order } from './orders.js'
import { type Profile, type ProfileName, type ProfileRow, rowAt } from './profile.js'
import { count, requirements } from './requirements.js'
import { bandsAt, type RoundInputs, type Rule, type Verdict, verdictOf } from './verdict.js'

const demand = requirements('invalid_input')

export interface Explanation {
  /** The row of the profile's table in which the round lies. It names the directive unless another rule decided. */
  readonly row: ProfileRow
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
 * read back from JSON, and the profile where it was one of your own.
 *
 * @throws GgsError `inconsistent_decision` naming the field that does not follow from the others; `invalid_input`,
 * `invalid_hyperparameter` or `invalid_profile` naming one that is malformed.
 */
export function explain(decision: Decision, profile?: Profile): Explanation {
  const { hyperparameters, profile: name } = decision
  const controller = resolveController({ hyperparameters, profile: profile ?? (name as ProfileName) })
  refuseUnless(name, controller.profile.name, 'profile')
  const round = roundOf(decision, controller)
  for (const [index, order] of decision.orders.entries()) proveOrder(`orders[${index}]`, order, round, controller)
  const verdict = verdictOf(round, controller)
  refuseUnless(decision.directive, verdict.directive, 'directive')
  refuseUnless(decision.reason, verdict.reason, 'reason')
  const row = rowAt(controller.profile, bandsAt(round, controller))
  const inequalities = inequalitiesOf(round, verdict, controller)
  const nearest = nearestAlternative(round, controller)
  const text = textOf(controller.profile, { row, verdict, inequalities, nearest, orders: decision.orders })
  return { row, rule: verdict.rule, inequalities, nearest, text }
}

function roundOf(decision: Decision, controller: Controller): RoundInputs {
  const { loss: breakdown, previousLevel, replans, worseningBefore, best, orders, failedCalls } = decision
  demand.number('replans', replans, count)
  demand.number('worseningBefore', worseningBefore, count)
  demand.number('failedCalls', failedCalls, count)
  demand.list('orders', orders)
  const { L, betaEffective } = loss(breakdown, controller.hyperparameters)
  refuseUnless(breakdown.betaEffective, betaEffective, 'loss.betaEffective')
  refuseUnless(breakdown.L, L, 'loss.L')
  const slope = lossGradient(previousLevel, levelOf(breakdown, controller))
  refuseUnless(decision.gradient, slope, 'gradient')
  const { D, P, Omega } = breakdown
  const gradient = previousLevel === null ? null : slope
  const focus = mostDrastic(orders) ?? { D, P, gradient, failedCalls }
  const bestBefore = best?.D ?? null
  return { D, P, Omega, gradient, focus, accepted: D === 0, bestBefore, replans, worseningBefore }
}

function proveOrder(field: string, order: Order, { Omega }: RoundInputs, controller: Controller): void {
  const { D, P, gap, directive } = order
  const { hyperparameters } = controller
  refuseUnless(gap, gapOf(loss({ D, P, Omega }, hyperparameters), hyperparameters), `${field}.gap`)
  refuseUnless(directive, actionFor(order, controller), `${field}.directive`)
}

function refuseUnless(recorded: unknown, derived: unknown, field: string): void {
  if (recorded === derived) return
  const message = `${field} is ${recorded}, but the rest of the decision gives ${derived}: was it edited?`
  throw new GgsError('inconsistent_decision', message, { field })
}

const deciders: Readonly<Record<Rule, string>> = {
  acceptance: 'decided by the meta-validator',
  table: 'decided by the table',
  law_2: 'decided by Law 2',
  replan_limit: 'decided by the replan limit',
}

interface Told {
  readonly row: ProfileRow
  readonly verdict: Verdict
  readonly inequalities: readonly Inequality[]
  readonly nearest: Alternative | null
  readonly orders: readonly Order[]
}

function textOf(
  { name, rows }: Profile,
  { row, verdict: { directive, rule }, inequalities, nearest, orders }: Told,
): string {
  const held = inequalities.map(
    ({ quantity, value, relation, threshold, limit, margin }) =>
      `  ${quantity} = ${value} ${relation} ${threshold === '0' ? '0' : `${threshold} = ${limit}`} (margin ${margin})`,
  )
  const changes = nearest?.changes
    .map(({ quantity, from, relation, limit }) => `${quantity} ${relation} ${limit} instead of ${from}`)
    .join(' and ')
  const each = orders.length > 1 ? orders.map((order) => `  for ${order.outcome}: ${order.directive}`) : []
  return [
    `${directive}, ${deciders[rule]}; profile ${name}, row ${rows.indexOf(row) + 1} (${row.macroState})`,
    ...held,
    ...each,
    nearest === null
      ? 'No change of the measured values gives another directive.'
      : `Nearest: ${nearest.directive}, with ${changes}.`,
  ].join('\n')
}
