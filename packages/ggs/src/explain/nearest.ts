import type { Hyperparameters } from '../input/hyperparameters.js'
import { onGrid } from '../input/precision.js'
import type { TableController } from '../profile/controller.js'
import { type Directive, isTerminal, moreDrastic } from '../terms/directives.js'
import type { TableOrder } from '../verdict/order.js'
import { type RoundInputs, verdictOf } from '../verdict/verdict.js'
import { around, type Candidate, type Counterfactual, shareAround } from './counterfactual.js'

/** The directive that the smallest change of the measured values would have brought instead. */
export interface Alternative {
  readonly directive: Directive
  readonly changes: readonly Counterfactual[]
  /** Sum of |from − limit| over the changes; 0 on a boundary. */
  readonly distance: number
}

/**
 * Each verdict holds on boxes whose sides are thresholds, so the nearest point of another verdict has, on every axis,
 * either the present value or one right at a threshold: trying those is exhaustive. Each value is taken as free to
 * move alone, although in truth a change of D also moves ∇. What has no predecessor has no ∇ to move.
 *
 * Where several outcomes failed, D and ∇ of the decisive one and of the round move apart, and the others stay as they
 * are: `next` is the most drastic of their orders, which decides when the decisive one no longer does.
 */
export function nearestAlternative(
  round: RoundInputs,
  next: TableOrder | null,
  controller: TableController,
): Alternative | null {
  if (round.accepted) return null
  const present = verdictOf(round, controller).directive
  let best: Alternative | null = null
  for (const { moved, changes } of points(round, controller.hyperparameters)) {
    const { directive: alone } = verdictOf(moved, controller)
    const directive = next === null || isTerminal(alone) ? alone : moreDrastic(alone, next.directive)
    const distance = onGrid(changes.reduce((sum, { from, limit }) => sum + Math.abs(from - limit), 0))
    if (directive !== present && (best === null || distance < best.distance)) best = { directive, changes, distance }
  }
  return best
}

interface Point {
  readonly moved: RoundInputs
  readonly changes: readonly Counterfactual[]
}

function* points(round: RoundInputs, { epsilon, delta, mu, rho, theta }: Hyperparameters): Generator<Point> {
  const { focus } = round
  // D = 0 is an accepted result, which is no other macro-state.
  const distances = (D: number) => shareAround('D', D, [delta, mu], ['≤', '>']).filter(({ value }) => value > 0)
  const slopes = (gradient: number | null) =>
    gradient === null ? [null] : around('∇', gradient, [epsilon, -epsilon], ['≤', '<', '≥', '>'])
  const isWhole = focus.D === round.D && focus.P === round.P
  const isWholeSlope = focus.gradient === round.gradient
  const axes = [
    distances(round.D),
    isWhole ? [null] : distances(focus.D),
    shareAround('P', focus.P, [rho], ['≤', '>']),
    shareAround('Ω', round.Omega, [theta], ['<', '≥']),
    slopes(round.gradient),
    isWholeSlope ? [null] : slopes(focus.gradient),
  ]
  for (const candidates of combined(axes)) {
    const [D, ownD, P, Omega, slope, ownSlope] = candidates
    const own = {
      ...focus,
      D: (isWhole ? D : ownD)?.value ?? focus.D,
      P: P?.value ?? focus.P,
      gradient: (isWholeSlope ? slope : ownSlope)?.value ?? focus.gradient,
    }
    const moved = {
      ...round,
      D: D?.value ?? round.D,
      Omega: Omega?.value ?? round.Omega,
      gradient: slope?.value ?? round.gradient,
      focus: own,
    }
    yield { moved, changes: candidates.flatMap((candidate) => candidate?.change ?? []) }
  }
}

type Choices = readonly (Candidate | null)[]

/** One candidate of each axis, in every combination; `null` where an axis has none. */
function combined(axes: readonly Choices[]): readonly Choices[] {
  return axes.reduce<readonly Choices[]>(
    (chosen, axis) => chosen.flatMap((candidates) => axis.map((candidate) => [...candidates, candidate])),
    [[]],
  )
}
