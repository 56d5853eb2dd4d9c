import type { TableController } from '../profile/controller.js'
import { rowAt } from '../profile/decision-table.js'
import type { ProfileRow, TableProfile } from '../profile/profile.js'
import { inequalitiesOf } from '../rationale/inequalities.js'
import type { Decision } from '../step/decision.js'
import { bandsAt, type Rule } from '../verdict/verdict.js'
import type { Explanation } from './explanation.js'
import { changesIn, heldLines } from './lines.js'
import { nearestAlternative } from './nearest.js'
import { prove } from './proof.js'

/** Explains a decision that a table made. */
export function explainTable(decision: Decision, controller: TableController): Explanation {
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

function textOf(
  { directive, orders }: Decision,
  { name, rows }: TableProfile,
  { row, rule, inequalities, nearest }: Omit<Explanation, 'text' | 'row' | 'rule'> & { row: ProfileRow; rule: Rule },
): string {
  const each = orders.length > 1 ? orders.map((order) => `  for ${order.outcome}: ${order.directive}`) : []
  return [
    `${directive}, ${deciders[rule]}; profile ${name}, row ${rows.indexOf(row) + 1} (${row.macroState})`,
    ...heldLines(inequalities),
    ...each,
    changesIn(nearest),
  ].join('\n')
}
