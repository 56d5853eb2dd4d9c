import type { SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'

/**
 * The work that stands after a round: what matched, but for what a failed task verdict names by its records. A later plan may
 * do that again, and does not repeat the rest.
 */
export function standing(
  outcomes: readonly SubTaskOutcome[],
  taskVerdicts: readonly CriterionVerdict[],
): readonly SubTaskOutcome[] {
  const suspects = new Set(taskVerdicts.flatMap(({ verdict, records }) => (verdict === 'fail' ? records : [])))
  return outcomes.filter(
    ({ status, toolCalls }) => status === 'matched' && !toolCalls.some(({ id }) => suspects.has(id)),
  )
}
