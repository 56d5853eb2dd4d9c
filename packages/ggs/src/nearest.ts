import type { Controller } from './controller.js'
import type { Directive } from './macro-state.js'
import { onGrid, quantum } from './precision.js'
import { type RoundInputs, verdictOf } from './verdict.js'

/** What a measured value would have had to be: `from` is what it was, `relation` and `limit` what was needed. */
export interface Change {
  readonly quantity: 'D' | 'P' | 'Ω' | '∇'
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
 * move alone, although in truth a change of D also moves ∇. ∇ can't move on the first round. Where several outcomes failed,
 * the values are those of the one that decides.
 */
export function nearestAlternative(round: RoundInputs, controller: Controller): Alternative | null {
  if (round.accepted) return null
  const present = verdictOf(round, controller).directive
  let best: Alternative | null = null
  for (const point of points(round, controller)) {
    const { directive } = verdictOf(at(round, point), controller)
    const changes = Object.values(point).flatMap((candidate: Candidate) => candidate.changes)
    const distance = onGrid(changes.reduce((sum, { from, limit }) => sum + Math.abs(from - limit), 0))
    if (directive !== present && (best === null || distance < best.distance)) best = { directive, changes, distance }
  }
  return best
}

interface Point {
  readonly D: Candidate
  readonly P: Candidate
  readonly Omega: Candidate
  readonly gradient: Candidate
}

/** What moves in the decisive outcome moves in the round where it is the same there. */
function at(round: RoundInputs, { D, P, Omega, gradient }: Point): RoundInputs {
  const { focus } = round
  const isSame = focus.D === round.D && focus.P === round.P
  const slope = focus.gradient === null ? null : gradient.value
  return {
    ...round,
    ...(isSame && { D: D.value, P: P.value }),
    Omega: Omega.value,
    gradient: focus.gradient === round.gradient ? slope : round.gradient,
    focus: { ...focus, D: D.value, P: P.value, gradient: slope },
  }
}

function* points({ Omega: cost, focus }: RoundInputs, { hyperparameters }: Controller): Generator<Point> {
  const { epsilon, delta, mu, rho, theta } = hyperparameters
  // D = 0 is an accepted result, which is no other macro-state.
  const distances = sharesAround('D', focus.D, [delta, mu], ['≤', '>']).filter(({ value }) => value > 0)
  const implausibilities = sharesAround('P', focus.P, [rho], ['≤', '>'])
  const costs = sharesAround('Ω', cost, [theta], ['<', '≥'])
  const gradients =
    focus.gradient === null ? [stay(0)] : around('∇', focus.gradient, [epsilon, -epsilon], ['≤', '<', '≥', '>'])
  for (const D of distances) {
    for (const P of implausibilities) {
      for (const Omega of costs) {
        for (const gradient of gradients) yield { D, P, Omega, gradient }
      }
    }
  }
}

/** The present value, and the closest ones that meet a relation to a limit which the present one doesn't. */
function around(
  quantity: Change['quantity'],
  from: number,
  limits: readonly number[],
  relations: readonly Change['relation'][],
): readonly Candidate[] {
  const moves = limits.flatMap((limit) =>
    relations
      .filter((relation) => !meets(from, relation, limit))
      .map((relation) => ({ value: closest(relation, limit), changes: [{ quantity, from, relation, limit }] })),
  )
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
