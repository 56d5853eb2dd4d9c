import type { TableController } from '../profile/controller.js'
import type { MacroState } from '../profile/macro-state.js'
import type { RoundInputs, Rule, Verdict } from '../verdict/verdict.js'
import { inequalitiesOf } from './inequalities.js'
import type { Inequality } from './inequality.js'

const advice: Readonly<Record<Exclude<MacroState, 'abandon'>, string>> = {
  success: 'close enough to deliver',
  break_symmetry: 'a wrong approach, use a different class of tools',
  change_approach: 'the approach is wrong, switch the method',
  change_path: 'a sound approach, try another target',
  refine: 'tighten the parameters',
}

const endings: Readonly<Record<Exclude<Rule, 'acceptance'>, string>> = {
  table: 'the budget is spent',
  law_2: 'diverging',
  replan_limit: 'no replan is left',
}

const verbs: Readonly<Record<Inequality['relation'], string>> = {
  '<': 'is below',
  '≤': 'is within',
  '=': 'is',
  '≥': 'has reached',
  '>': 'exceeds',
}

/** One sentence that says why, with the numbers that decided. */
export function rationaleOf(verdict: Verdict, round: RoundInputs, controller: TableController): string {
  const { directive, rule } = verdict
  if (directive === 'accept' || rule === 'acceptance') {
    return 'Every criterion passed and the meta-validator accepted the result.'
  }
  const grounds = inequalitiesOf(round, verdict, controller).filter(isTelling)
  if (directive === 'abandon') return `${said(grounds)}: ${endings[rule]}.`
  if (directive === 'success') return `${said(grounds)}: ${advice.success}.`
  // A profile that settles at once would have delivered D ≤ δ, so that every action implies D > δ.
  const isSaid = controller.profile.settle === 'at_once'
  const decisive = said(grounds.filter(({ threshold }) => !(isSaid && threshold === 'δ')))
  const first = round.gradient === null ? 'In a first round ' : ''
  return `${first}${decisive || 'the table asks for it'}: ${advice[directive]}.`
}

/** False for a budget that is merely not exceeded. */
function isTelling({ quantity, relation }: Inequality): boolean {
  return !(relation === '<' && (quantity === 'Ω' || quantity === 'replans' || quantity === 'worsening rounds'))
}

function said(grounds: readonly Inequality[]): string {
  return grounds.map(phrase).join(' and ')
}

function phrase({ quantity, value, relation, threshold, limit }: Inequality): string {
  if (quantity === 'outcomes not done')
    return value === 1 ? '1 outcome was not done' : `${value} outcomes were not done`
  if (quantity !== 'failed calls')
    return `${quantity} = ${show(value)} ${verbs[relation]} ${threshold} = ${show(limit)}`
  if (value === 0) return 'no call failed'
  return value === 1 ? '1 call failed' : `${value} calls failed`
}

/** Four decimals at most; exact values are in the decision. */
function show(value: number): string {
  return String(Number(value.toFixed(4)))
}
