import type { Hyperparameters } from './hyperparameters.js'
import { onGrid } from './precision.js'
import { type RoundInputs, type Rule, worseningRounds } from './verdict.js'

/** A comparison that held, and by how much: `margin` 0 means equality. */
export interface Inequality {
  readonly quantity: 'Ω' | 'D' | '∇L' | '|∇L|' | 'P' | 'worsening rounds' | 'replans'
  readonly value: number
  readonly relation: '<' | '≤' | '=' | '≥' | '>'
  /** The name of the threshold. */
  readonly threshold: '0' | 'θ' | 'δ' | 'ε' | 'ρ' | 'worseningLimit' | 'maxReplans'
  readonly limit: number
  readonly margin: number
}

/** The comparisons that led to the verdict, in the order in which they were made. */
export function inequalitiesOf(
  round: RoundInputs,
  rule: Rule,
  hyperparameters: Hyperparameters,
): readonly Inequality[] {
  const { D, P, Omega, gradient, replans } = round
  const { epsilon, delta, rho, theta, worseningLimit, maxReplans } = hyperparameters
  if (rule === 'acceptance') return [held('D', D, '=', '0', 0)]
  if (Omega >= theta) return [held('Ω', Omega, '≥', 'θ', theta)]
  const affordable = held('Ω', Omega, '<', 'θ', theta)
  if (D <= delta) return [affordable, held('D', D, '≤', 'δ', delta)]
  const gone = [affordable, held('D', D, '>', 'δ', delta)]
  const worsening = worseningRounds(round, hyperparameters)
  if (rule === 'law_2') {
    const limit = held('worsening rounds', worsening, '≥', 'worseningLimit', worseningLimit)
    return [...gone, held('∇L', gradient, '>', 'ε', epsilon), limit]
  }
  gone.push(held('worsening rounds', worsening, '<', 'worseningLimit', worseningLimit))
  if (rule === 'replan_limit') return [...gone, held('replans', replans, '≥', 'maxReplans', maxReplans)]
  const magnitude = Math.abs(gradient)
  return [
    ...gone,
    held('replans', replans, '<', 'maxReplans', maxReplans),
    held('|∇L|', magnitude, magnitude < epsilon ? '<' : '≥', 'ε', epsilon),
    held('P', P, P > rho ? '>' : '≤', 'ρ', rho),
  ]
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
