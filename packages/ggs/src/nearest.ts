import type { Hyperparameters } from './hyperparameters.js'
import type { Directive } from './macro-state.js'
import { onGrid, quantum } from './precision.js'
import { type RoundInputs, verdictOf } from './verdict.js'

/** What a measured value would have had to be: `from` is what it was, `relation` and `limit` what was needed. */
export interface Change {
  readonly quantity: 'D' | 'P' | 'Ω' | '∇L'
  readonly from: number
  readonly relation: '<' | '≤' | '≥' | '>'
  readonly limit: number
}

/** The directive that the smallest change of the measured values would have brought instead. */
export interface Alternative {
  readonly directive: Directive
  readonly changes: readonly Change[]
  /** Sum of |from − limit| over the changes; 0 on a boundary. */
  readonly distance: number
}

/** A value to try on one axis; no change means the present one. */
interface Candidate {
  readonly value: number
  readonly changes: readonly Change[]
}

/**
 * Each verdict holds on boxes whose sides are thresholds, so the nearest point of another verdict has, on every axis,
 * either the present value or one right at a threshold: trying those is exhaustive. Each value is taken as free to
 * move alone, although in truth a change of D also moves ∇L. ∇L can't move on the first round.
 */
export function nearestAlternative(
  round: RoundInputs,
  firstRound: boolean,
  hyperparameters: Hyperparameters,
): Alternative | null {
  if (round.accepted) return null
  const present = verdictOf(round, hyperparameters).directive
  let best: Alternative | null = null
  for (const [D, P, Omega, gradient] of points(round, firstRound, hyperparameters)) {
    const point = { ...round, D: D.value, P: P.value, Omega: Omega.value, gradient: gradient.value }
    const { directive } = verdictOf(point, hyperparameters)
    const changes = [D, P, Omega, gradient].flatMap((candidate) => candidate.changes)
    const distance = onGrid(changes.reduce((sum, { from, limit }) => sum + Math.abs(from - limit), 0))
    if (directive !== present && (best === null || distance < best.distance)) best = { directive, changes, distance }
  }
  return best
}

type Point = readonly [D: Candidate, P: Candidate, Omega: Candidate, gradient: Candidate]

function* points(round: RoundInputs, firstRound: boolean, hyperparameters: Hyperparameters): Generator<Point> {
  const { epsilon, delta, rho, theta } = hyperparameters
  // D = 0 is an accepted result, which is no other macro-state.
  const distances = sharesAround('D', round.D, ['≤', '>'], delta).filter(({ value }) => value > 0)
  const implausibilities = sharesAround('P', round.P, ['≤', '>'], rho)
  const costs = sharesAround('Ω', round.Omega, ['<', '≥'], theta)
  const gradients = firstRound
    ? [stay(round.gradient)]
    : [
        ...around('∇L', round.gradient, ['≤', '<', '≥', '>'], epsilon),
        ...around('∇L', round.gradient, ['≤', '>'], -epsilon),
      ]
  for (const D of distances) {
    for (const P of implausibilities) {
      for (const Omega of costs) {
        for (const gradient of gradients) yield [D, P, Omega, gradient]
      }
    }
  }
}

/** The present value, and the closest ones that meet a relation to `limit` which the present one doesn't. */
function around(
  quantity: Change['quantity'],
  from: number,
  relations: readonly Change['relation'][],
  limit: number,
): readonly Candidate[] {
  const moves = relations
    .filter((relation) => !meets(from, relation, limit))
    .map((relation) => ({ value: closest(relation, limit), changes: [{ quantity, from, relation, limit }] }))
  return [stay(from), ...moves]
}

function sharesAround(...shape: Parameters<typeof around>): readonly Candidate[] {
  return around(...shape).filter(({ value }) => value >= 0 && value <= 1)
}

function stay(value: number): Candidate {
  return { value, changes: [] }
}

function meets(value: number, relation: Change['relation'], limit: number): boolean {
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

function closest(relation: Change['relation'], limit: number): number {
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
