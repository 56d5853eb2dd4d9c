import type { ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls } from '../evidence.js'
import type { ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'

type Round = Pick<ReplanRequest, 'asks' | 'outcomes' | 'taskVerdicts'>

/** The calls that were refused under Law 1 and not made later. */
export const refusalsIn = (records: readonly ToolCallRecord[]): readonly ToolCallRecord[] =>
  lastCalls(records).filter(
    ({ status, code }) => status === 'refused' && (code === 'law1_refused' || code === 'invalid_answer'),
  )

/**
 * Whether an outcome failed by refused calls alone: its executor said so, or each criterion that failed rests on one. A verdict rests on
 * the records that it names; where a change was asked for and no call made one, it rests on the refusals.
 */
export function isRefused(outcome: SubTaskOutcome, round: Round): boolean {
  const { status, code, toolCalls } = outcome
  const refused = refusalsIn(toolCalls)
  if (status === 'matched' || refused.length === 0) return false
  // The only subtask of a task is judged by the task's criteria too.
  const failing = [...outcome.verdicts, ...(round.outcomes.length === 1 ? round.taskVerdicts : [])].filter(isUnmet)
  if (failing.length === 0) return code === 'law1_refused'
  const isUnchanged = round.asks === 'change' && !toolCalls.some((call) => call.status === 'ok' && hasActed(call))
  return isUnchanged || failing.every(({ records }) => refused.some(({ id }) => records.includes(id)))
}

/** Whether a round failed by refused calls alone; a subtask that was not run for them counts as they do. */
export function failedByRefusals(round: Round): boolean {
  const { outcomes, taskVerdicts } = round
  const failed = outcomes.filter(({ status, attempts }) => status === 'failed' && attempts > 0)
  const isMerged = outcomes.length > 1 && taskVerdicts.some(isUnmet)
  return failed.length > 0 && !isMerged && failed.every((outcome) => isRefused(outcome, round))
}

const isUnmet = ({ verdict }: CriterionVerdict) => verdict === 'fail'
