import { type Axis, bands } from './bands.js'
import type { Controller } from './controller.js'
import { onGrid } from './precision.js'
import { rowAt } from './profile.js'
import { bandsAt, deliverable, type RoundInputs, type Verdict, worseningRounds } from './verdict.js'

/** A comparison that held, and by how much: `margin` 0 means equality. */
export interface Inequality {
  readonly quantity: 'Ω' | 'D' | '∇' | '|∇|' | 'P' | 'failed calls' | 'worsening rounds' | 'replans'
  readonly value: number
  readonly relation: '<' | '≤' | '=' | '≥' | '>'
  /** The name of the threshold. */
  readonly threshold: '0' | 'θ' | 'δ' | 'µ' | 'ε' | '−ε' | 'ρ' | 'worseningLimit' | 'maxReplans'
  readonly limit: number
  readonly margin: number
}

/** The comparisons that led to the verdict, in the order in which they were made. */
export function inequalitiesOf(
  round: RoundInputs,
  { directive, rule }: Verdict,
  controller: Controller,
): readonly Inequality[] {
  const { hyperparameters: gains, profile } = controller
  const { Omega, gradient, replans } = round
  if (rule === 'acceptance') return [held('D', round.D, '=', '0', 0)]
  const D = deliverable(round, controller)
  const settled = held('D', D, D <= gains.delta ? '≤' : '>', 'δ', gains.delta)
  const cost = held('Ω', Omega, Omega < gains.theta ? '<' : '≥', 'θ', gains.theta)
  const worsening = worseningRounds(round, gains)
  const diverging = [
    held('∇', gradient ?? 0, '>', 'ε', gains.epsilon),
    held('worsening rounds', worsening, '≥', 'worseningLimit', gains.worseningLimit),
  ]
  const steady = held('worsening rounds', worsening, '<', 'worseningLimit', gains.worseningLimit)
  const isLast = replans >= gains.maxReplans
  const limit = held('replans', replans, isLast ? '≥' : '<', 'maxReplans', gains.maxReplans)
  const isDiverging = worsening >= gains.worseningLimit
  const ending = cost.relation === '≥' ? [cost] : isDiverging ? [cost, ...diverging] : [cost, steady, limit]
  if (profile.settle === 'at_the_end') {
    return directive === 'success' || directive === 'abandon'
      ? [...ending, settled]
      : [...ending, ...chosen(round, controller)]
  }
  if (cost.relation === '≥') return [cost]
  const rest = ending.slice(1)
  if (directive === 'success') return [cost, settled]
  return directive === 'abandon' ? [cost, settled, ...rest] : [cost, settled, ...rest, ...chosen(round, controller)]
}

/** What the row of an action asks for. */
function chosen(round: RoundInputs, controller: Controller): readonly Inequality[] {
  const { hyperparameters: gains, profile } = controller
  const { D, P, gradient, failedCalls = 0 } = round.focus
  const when = rowAt(profile, bandsAt(round, controller)).when
  const asked = (Object.keys(when) as Axis[]).flatMap((axis) => comparison(axis))
  return asked

  function comparison(axis: Axis): readonly Inequality[] {
    const wanted: readonly string[] = when[axis] ?? bands[axis]
    switch (axis) {
      case 'cost':
        return []
      case 'distance':
        if (wanted.includes('middle') && wanted.includes('far')) return []
        return [held('D', D, D <= gains.mu ? '≤' : '>', 'µ', gains.mu)]
      case 'implausibility':
        return [held('P', P, P > gains.rho ? '>' : '≤', 'ρ', gains.rho)]
      case 'calls':
        return [held('failed calls', failedCalls, failedCalls > 0 ? '>' : '=', '0', 0)]
      case 'gradient':
        return slope(wanted)
      default:
        return axis satisfies never
    }
  }

  function slope(wanted: readonly string[]): readonly Inequality[] {
    if (gradient === null) return []
    const magnitude = Math.abs(gradient)
    const isEither = wanted.includes('falling') === wanted.includes('rising')
    if (isEither) return [held('|∇|', magnitude, magnitude < gains.epsilon ? '<' : '≥', 'ε', gains.epsilon)]
    if (wanted.includes('falling'))
      return [held('∇', gradient, gradient <= -gains.epsilon ? '≤' : '<', '−ε', -gains.epsilon)]
    return [held('∇', gradient, '>', '−ε', -gains.epsilon)]
  }
}

function held(
  quantity: Inequality['quantity'],
  value: number,
  relation: Inequality['relation'],
  threshold: Inequality['threshold'],
  limit: number,
): Inequality {
  return { quantity, value, relation, threshold, limit, margin: onGrid(Math.abs(value - limit)) }
}
