import type { CallObservation, CriterionObservation, Observation, OutcomeObservation } from '@artoo/ggs'
import type { ToolCallRecord } from '@artoo/runtime'
import { failedOutside, hasActed, lastCalls } from '../evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'

/** The id of the merged result among the outcomes of a round. */
const wholeTask = 'task'

/**
 * A round as the controller sees it; what earlier rounds did well doesn't make its failures smaller. Once there is a merged
 * result, its distance from the intent is that from the task's criteria alone, and every tool stands for it: the criteria of
 * the subtasks were means, all are met, and would only make a rejection look small. What a provider's failure cut short is
 * undone, but no call of it is to blame. `waitedMs` is the time that people took; it doesn't count.
 */
export function observe(round: OutcomeSummary | ReplanRequest, accepted: boolean, waitedMs = 0): Observation {
  const { outcomes, taskVerdicts } = round
  const elapsedMs = Math.max(0, round.elapsedMs - waitedMs)
  const merge: OutcomeObservation = {
    id: wholeTask,
    status: accepted ? 'matched' : 'failed',
    criteria: taskVerdicts.map(criterionOf),
    failureClass: null,
    calls: outcomes.flatMap(({ toolCalls }) => lastCalls(toolCalls).map(callOf)),
    replaces: outcomes.find(({ replaces }) => replaces !== null)?.replaces ?? null,
  }
  const observed = taskVerdicts.length > 0 ? [merge] : outcomes.map(outcomeOf)
  const changed = outcomes.some(({ toolCalls }) => toolCalls.some(hasActed))
  return { outcomes: observed, elapsedMs, accepted, changed }
}

function outcomeOf(outcome: SubTaskOutcome): OutcomeObservation {
  const { subtaskId, status, verdicts, failureClass, infrastructure, toolCalls, replaces } = outcome
  const calls = infrastructure ? [] : lastCalls(toolCalls).map(callOf)
  return { id: subtaskId, status, criteria: verdicts.map(criterionOf), failureClass, calls, replaces }
}

/** Proven absence is a result. */
function criterionOf({ verdict, ...criterion }: CriterionVerdict): CriterionObservation {
  return { ...criterion, verdict: verdict === 'fail' ? 'fail' : 'pass' }
}

/** A refusal of ours, or a mistake of the executor's, is no failure of the call. */
function callOf(record: ToolCallRecord): CallObservation {
  return { tool: record.tool, target: record.target, failed: failedOutside(record) }
}
