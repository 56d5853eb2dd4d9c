import type { Decision } from '@artoo/ggs'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

type Round = Pick<OutcomeSummary | ReplanRequest, 'outcomes'>

/** The outcomes of a round that the decision on it gives up. */
export function leftBy({ orders }: Pick<Decision, 'orders'>, { outcomes }: Round): readonly SubTaskOutcome[] {
  const left = new Set(orders.flatMap(({ outcome, directive }) => (directive === 'deliver' ? [outcome] : [])))
  return outcomes.filter(({ subtaskId }) => left.has(subtaskId))
}
