import { ofWork } from '../evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

/** A round without the looks of those who judged it: their calls are no part of the work, and teach nothing about it. */
export function ofWorkIn<Round extends OutcomeSummary | ReplanRequest>(round: Round): Round {
  const without = ({ toolCalls, ...outcome }: SubTaskOutcome) => ({ ...outcome, toolCalls: [...ofWork(toolCalls)] })
  return { ...round, kept: round.kept.map(without), outcomes: round.outcomes.map(without) }
}
