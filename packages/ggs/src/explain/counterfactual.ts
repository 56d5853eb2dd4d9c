import { quantum } from '../input/precision.js'
import type { Cause } from '../terms/causes.js'

/**
 * A change that would have led to another verdict: the measured value `from`, and the relation to `limit` that it would
 * have needed.
 */
export interface Counterfactual {
  readonly quantity: 'D' | 'P' | 'Ω' | '∇' | `belief in ${Cause}`
  readonly from: number
  readonly relation: '<' | '≤' | '≥' | '>'
  readonly limit: number
}

/** A value to try, and the change that leads to it; `null` for the present one. */
export interface Candidate {
  readonly value: number
  readonly change: Counterfactual | null
}

/** The present value, and the closest ones that meet a relation to a limit which the present one doesn't. */
export function around(
  quantity: Counterfactual['quantity'],
  from: number,
  limits: readonly number[],
  relations: readonly Counterfactual['relation'][],
): readonly Candidate[] {
  const moves = limits.flatMap((limit) =>
    relations
      .filter((relation) => !meets(from, relation, limit))
      .map((relation) => ({ value: closest(relation, limit), change: { quantity, from, relation, limit } })),
  )
  return [{ value: from, change: null }, ...moves]
}

/** The same for a measurement, which stays in [0, 1]. */
export function shareAround(...shape: Parameters<typeof around>): readonly Candidate[] {
  return around(...shape).filter(({ value }) => value >= 0 && value <= 1)
}

function meets(value: number, relation: Counterfactual['relation'], limit: number): boolean {
  switch (relation) {
    case '<':
      return value < limit
    case '≤':
      return value <= limit
    case '≥':
      return value >= limit
    case '>':
      return value > limit
    default:
      return relation satisfies never
  }
}

function closest(relation: Counterfactual['relation'], limit: number): number {
  switch (relation) {
    case '<':
      return limit - quantum
    case '>':
      return limit + quantum
    case '≤':
    case '≥':
      return limit
    default:
      return relation satisfies never
  }
}
