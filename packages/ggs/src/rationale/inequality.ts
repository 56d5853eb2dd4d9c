import { onGrid } from '../input/precision.js'

/** A comparison that held, and by how much: `margin` 0 means equality. */
export interface Inequality {
  readonly quantity:
    | 'Ω'
    | 'D'
    | '∇'
    | '|∇|'
    | 'P'
    | 'failed calls'
    | 'outcomes not done'
    | 'worsening rounds'
    | 'replans'
    | 'chance'
  readonly value: number
  readonly relation: '<' | '≤' | '=' | '≥' | '>'
  /** The name of the threshold. */
  readonly threshold: '0' | 'θ' | 'δ' | 'µ' | 'ε' | '−ε' | 'ρ' | 'worseningLimit' | 'maxReplans' | 'worth'
  readonly limit: number
  readonly margin: number
}

/** A threshold, and the relations of the values that lie below and above it; one of them admits equality. */
export interface Cut extends Pick<Inequality, 'threshold' | 'limit'> {
  readonly below: Inequality['relation']
  readonly above: Inequality['relation']
}

/** The one of the two relations that holds. */
export function comparison(quantity: Inequality['quantity'], value: number, cut: Cut): Inequality {
  const isBelow = value < cut.limit || (value === cut.limit && cut.below !== '<')
  return held(quantity, value, isBelow ? cut.below : cut.above, cut)
}

export function held(
  quantity: Inequality['quantity'],
  value: number,
  relation: Inequality['relation'],
  { threshold, limit }: Pick<Inequality, 'threshold' | 'limit'>,
): Inequality {
  return { quantity, value, relation, threshold, limit, margin: onGrid(Math.abs(value - limit)) }
}
