import { ofWork } from '../evidence/evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

/** A round with its own calls alone: looks of those who judged it are no part of the work, and calls of earlier work were counted there. */
export function ofWorkIn<Round extends OutcomeSummary | ReplanRequest>(round: Round): Round {
  const without = ({ toolCalls, ...outcome }: SubTaskOutcome) => ({
    ...outcome,
    toolCalls: ofWork(toolCalls).filter(({ earlier }) => !earlier),
  })
  return { ...round, kept: round.kept.map(without), outcomes: round.outcomes.map(without) }
}
