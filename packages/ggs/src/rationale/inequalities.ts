import type { Hyperparameters } from '../input/hyperparameters.js'
import type { TableController } from '../profile/controller.js'
import { rowAt } from '../profile/decision-table.js'
import { isTerminal } from '../terms/directives.js'
import { bandsAt, deliverable, type RoundInputs, type Verdict, worseningRounds } from '../verdict/verdict.js'
import { type Cut, comparison, held, type Inequality } from './inequality.js'
import { rowInequalities } from './row-inequalities.js'

/** The comparisons that led to the verdict, in the order in which they were made. */
export function inequalitiesOf(
  round: RoundInputs,
  { directive, rule }: Verdict,
  controller: TableController,
): readonly Inequality[] {
  if (rule === 'acceptance') return [held('D', round.D, '=', { threshold: '0', limit: 0 })]
  const { hyperparameters: gains, profile } = controller
  const point = bandsAt(round, controller)
  const row = rowAt(profile, point)
  const cost = comparison('Ω', round.Omega, { threshold: 'θ', limit: gains.theta, below: '<', above: '≥' })
  const limits = cost.relation === '≥' ? [] : limitsOf(round, gains)
  const near: Cut = { threshold: 'δ', limit: gains.delta, below: '≤', above: '>' }
  const distance = row.when.distance ? delivery(round, near, controller) : []
  if (isTerminal(directive) && profile.settle === 'at_the_end') return [cost, ...limits, ...distance]
  if (directive === 'success') return [cost, ...distance]
  if (isTerminal(directive)) return [cost, ...distance, ...limits]
  const settled = profile.settle === 'at_once' ? distance : []
  return [cost, ...settled, ...limits, ...rowInequalities(row, point, round.focus, controller)]
}

/** Compares D of the result that would be delivered with δ. A result with work that was not done can't be delivered. */
function delivery(round: RoundInputs, near: Cut, controller: TableController): readonly Inequality[] {
  const { undone, bestBefore } = round
  const missing = undone > 0 ? [held('outcomes not done', undone, '>', { threshold: '0', limit: 0 })] : []
  const hasOther = controller.profile.settle === 'at_the_end' && bestBefore !== null
  const isOpen = undone === 0 || hasOther
  return [...missing, ...(isOpen ? [comparison('D', deliverable(round, controller), near)] : [])]
}

/** Law 2, and the limit on replans unless Law 2 comes first. */
function limitsOf(round: RoundInputs, gains: Hyperparameters): readonly Inequality[] {
  const { gradient, replans } = round
  const law2: Cut = { threshold: 'worseningLimit', limit: gains.worseningLimit, below: '<', above: '≥' }
  const replanLimit: Cut = { threshold: 'maxReplans', limit: gains.maxReplans, below: '<', above: '≥' }
  const worsening = comparison('worsening rounds', worseningRounds(round, gains), law2)
  if (worsening.relation === '<') return [worsening, comparison('replans', replans, replanLimit)]
  return [held('∇', gradient ?? 0, '>', { threshold: 'ε', limit: gains.epsilon }), worsening]
}
