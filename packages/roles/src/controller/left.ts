import type { Decision } from '@artoo/ggs'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { Reached } from './missing.js'

type Round = Pick<OutcomeSummary | ReplanRequest, 'outcomes'>

/** The outcomes of a round that the decision on it gives up. */
export function leftBy({ orders }: Pick<Decision, 'orders'>, { outcomes }: Round): readonly SubTaskOutcome[] {
  const left = new Set(orders.flatMap(({ outcome, directive }) => (directive === 'deliver' ? [outcome] : [])))
  return outcomes.filter(({ subtaskId }) => left.has(subtaskId))
}

/** A round with what is given up, for a result that names all that is missing. */
export function withLeft<R extends Reached>(left: readonly SubTaskOutcome[], round: R): R {
  const before = left.filter(({ subtaskId }) => round.outcomes.every((outcome) => outcome.subtaskId !== subtaskId))
  return { ...round, outcomes: [...round.outcomes, ...before] }
}

/** The outcomes that were given up by the time of a decision. */
export function leftThen(
  left: readonly SubTaskOutcome[],
  { orders }: Pick<Decision, 'orders'>,
): readonly SubTaskOutcome[] {
  return left.filter(({ subtaskId }) => orders.some(({ outcome }) => outcome === subtaskId))
}
