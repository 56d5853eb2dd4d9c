import type { OutcomeObservation } from '../input/observation.js'
import type { BlockedTarget } from '../terms/blocked-target.js'
import type { BeliefOrder } from './order.js'

/** `known` plus the pairs of tool and target that failed, with nothing changed since, where the directive is to use another target. */
export function targetsToLeave(
  known: readonly BlockedTarget[],
  outcomes: readonly OutcomeObservation[],
  orders: readonly BeliefOrder[],
): readonly BlockedTarget[] {
  const moved = new Set(orders.flatMap(({ outcome, directive }) => (directive === 'change_path' ? [outcome] : [])))
  const pairs = outcomes
    .filter(({ id }) => moved.has(id))
    .flatMap(({ calls }) =>
      calls.flatMap(({ tool, target, failed, lifted = false }) =>
        failed && !lifted && target !== null ? [{ tool, target }] : [],
      ),
    )
  return [...new Map([...known, ...pairs].map((pair) => [JSON.stringify([pair.tool, pair.target]), pair])).values()]
}
