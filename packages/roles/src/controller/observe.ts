import type { CallObservation, CriterionObservation, Observation, OutcomeObservation } from '@artoo/ggs'
import type { ToolCallRecord } from '@artoo/runtime'
import { failedOutside, lastCalls } from '../evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'

/**
 * A round as the controller sees it; what earlier rounds did well doesn't make its failures smaller. Once there is a merged
 * result, its distance from the intent is that from the task's criteria alone, and every tool stands for it: the criteria of
 * the subtasks were means, all are met, and would only make a rejection look small. What a provider's failure cut short is
 * undone, but no call of it is to blame. What fails a verifiable criterion is refuted, and so is a
 * subtask without any result: close enough is for matters of judgement. `waitedMs` is the time that people took; it doesn't count.
 */
export function observe(round: OutcomeSummary | ReplanRequest, accepted: boolean, waitedMs = 0): Observation {
  const { outcomes, taskVerdicts } = round
  const elapsedMs = Math.max(0, round.elapsedMs - waitedMs)
  const merge: OutcomeObservation = {
    id: 'task',
    status: accepted ? 'matched' : 'failed',
    criteria: taskVerdicts.map(criterionOf),
    failureClass: null,
    calls: outcomes.flatMap(({ toolCalls }) => lastCalls(toolCalls).map(callOf)),
  }
  const observed = taskVerdicts.length > 0 ? [merge] : outcomes.map(outcomeOf)
  const verdicts = [...taskVerdicts, ...outcomes.flatMap((outcome) => outcome.verdicts)]
  const isEmpty = outcomes.some(({ status, verdicts: judged }) => status === 'failed' && judged.length === 0)
  const refuted = isEmpty || verdicts.some(({ mode, verdict }) => mode === 'verifiable' && verdict === 'fail')
  return { outcomes: observed, elapsedMs, accepted, refuted }
}

function outcomeOf(outcome: SubTaskOutcome): OutcomeObservation {
  const { subtaskId, status, verdicts, failureClass, infrastructure, toolCalls } = outcome
  const calls = infrastructure ? [] : lastCalls(toolCalls).map(callOf)
  return { id: subtaskId, status, criteria: verdicts.map(criterionOf), failureClass, calls }
}

/** Proven absence is a result. */
function criterionOf({ verdict, ...criterion }: CriterionVerdict): CriterionObservation {
  return { ...criterion, verdict: verdict === 'fail' ? 'fail' : 'pass' }
}

/** Only a call that failed can block its target: not one that went well, nor a refusal of ours. */
function callOf(record: ToolCallRecord): CallObservation {
  const failed = failedOutside(record)
  return { tool: record.tool, target: failed ? record.target : null, failed }
}
