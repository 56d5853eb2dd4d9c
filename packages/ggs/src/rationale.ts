import type { Controller } from './controller.js'
import { type Inequality, inequalitiesOf } from './inequalities.js'
import type { MacroState } from './macro-state.js'
import type { RoundInputs, Verdict } from './verdict.js'

const advice: Readonly<Record<MacroState, string>> = {
  abandon: 'stop',
  success: 'close enough to deliver',
  break_symmetry: 'a wrong approach, use a different class of tools',
  change_approach: 'the approach is wrong, switch the method',
  change_path: 'a sound approach, try another target',
  refine: 'tighten the parameters',
}

const endings = {
  law_2: 'diverging',
  table: 'the budget is spent',
  replan_limit: 'no replan is left',
  acceptance: '',
} as const

const verbs: Readonly<Record<Inequality['relation'], string>> = {
  '<': 'is below',
  '≤': 'is within',
  '=': 'is',
  '≥': 'has reached',
  '>': 'exceeds',
}

/** One sentence that says why, with the numbers that decided. */
export function rationaleOf(verdict: Verdict, round: RoundInputs, controller: Controller): string {
  const { directive, rule } = verdict
  if (directive === 'accept') return 'Every criterion passed and the meta-validator accepted the result.'
  const passed = ['worsening rounds', 'replans', 'Ω']
  const grounds = inequalitiesOf(round, verdict, controller).filter(
    ({ quantity, relation }) => !(passed.includes(quantity) && relation === '<'),
  )
  if (directive === 'abandon') return `${said(grounds)}: ${endings[rule]}.`
  if (directive === 'success') return `${said(grounds)}: ${advice.success}.`
  const decisive = grounds.filter(({ threshold }) => threshold !== 'δ')
  const first = round.focus.gradient === null ? 'In a first round ' : ''
  return `${first}${said(decisive)}: ${advice[directive]}.`
}

function said(grounds: readonly Inequality[]): string {
  const parts = grounds.map(({ quantity, value, relation, threshold, limit }) => {
    const than = threshold === '0' ? '0' : `${threshold} = ${show(limit)}`
    return `${quantity} = ${show(value)} ${verbs[relation]} ${than}`
  })
  return parts.join(' and ')
}

/** Four decimals at most; exact values are in the decision. */
function show(value: number): string {
  return String(Number(value.toFixed(4)))
}
