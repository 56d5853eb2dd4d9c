import { resolveController } from '../profile/controller.js'
import { rowAt } from '../profile/decision-table.js'
import type { Profile, ProfileRow } from '../profile/profile.js'
import type { ProfileName } from '../profile/profiles.js'
import { inequalitiesOf } from '../rationale/inequalities.js'
import type { Inequality } from '../rationale/inequality.js'
import type { Decision } from '../step/decision.js'
import { bandsAt, type Rule } from '../verdict/verdict.js'
import { type Alternative, nearestAlternative } from './nearest.js'
import { prove, refuseUnless } from './proof.js'

export interface Explanation {
  /** The row of the profile's table in which the round lies. It names the directive unless another rule decided. */
  readonly row: ProfileRow
  readonly rule: Rule
  /** The comparisons that led to the directive, in order, with their margins. */
  readonly inequalities: readonly Inequality[]
  /**
   * The directive that the smallest change would have brought; `null` when accepted or when no change can bring
   * another.
   */
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
  const { round, verdict, next } = prove(decision, controller)
  const row = rowAt(controller.profile, bandsAt(round, controller))
  const inequalities = inequalitiesOf(round, verdict, controller)
  const nearest = nearestAlternative(round, next, controller)
  const parts = { row, rule: verdict.rule, inequalities, nearest }
  return { ...parts, text: textOf(decision, controller.profile, parts) }
}

const deciders: Readonly<Record<Rule, string>> = {
  acceptance: 'decided by the meta-validator',
  table: 'decided by the table',
  law_2: 'decided by Law 2',
  replan_limit: 'decided by the replan limit',
}

function limitOf(threshold: Inequality['threshold'], limit: number): string {
  return threshold === '0' ? '0' : `${threshold} = ${limit}`
}

function textOf(
  { directive, orders }: Decision,
  { name, rows }: Profile,
  { row, rule, inequalities, nearest }: Omit<Explanation, 'text'>,
): string {
  const held = inequalities.map(
    ({ quantity, value, relation, threshold, limit, margin }) =>
      `  ${quantity} = ${value}${relation === '=' ? '' : ` ${relation} ${limitOf(threshold, limit)}`} (margin ${margin})`,
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
