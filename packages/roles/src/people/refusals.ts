import type { ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls } from '../evidence/evidence.js'
import type { ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import { isAccessRefused } from './asking.js'

type Round = Pick<ReplanRequest, 'asks' | 'outcomes' | 'taskVerdicts'>

/** The calls that were refused under Law 1 and not made later. */
export const refusalsIn = (records: readonly ToolCallRecord[]): readonly ToolCallRecord[] =>
  lastCalls(records).filter(
    ({ status, code }) => status === 'refused' && (code === 'law1_refused' || code === 'invalid_answer'),
  )

/**
 * Whether what is unmet is so by refused calls alone: each criterion that failed rests on one. A verdict rests on the records that it
 * names; where it asks for a change and no call made one, it rests on the refusals.
 */
export function restOnRefusals(
  records: readonly ToolCallRecord[],
  unmet: readonly { readonly records: readonly string[]; readonly isOfChange: boolean }[],
): boolean {
  const refused = new Set(refusalsIn(records).map(({ id }) => id))
  if (refused.size === 0 || unmet.length === 0) return false
  const isUnchanged = !records.some((record) => record.status === 'ok' && hasActed(record))
  return unmet.every(
    ({ records: named, isOfChange }) => (isOfChange && isUnchanged) || named.some((id) => refused.has(id)),
  )
}

/** Whether an outcome failed by refused calls, or a refused access, alone: its executor said so, or its judge's verdicts rest on them. */
export function isRefused(
  { status, code, toolCalls, verdicts, clarifications }: SubTaskOutcome,
  round: Round,
): boolean {
  if (status === 'matched') return false
  // The only subtask of a task is judged by the task's criteria too.
  const failing = [...verdicts, ...(round.outcomes.length === 1 ? round.taskVerdicts : [])].filter(isUnmet)
  const isOwn = refusalsIn(toolCalls).length > 0 || clarifications.some(isAccessRefused)
  if (failing.length === 0) return code === 'law1_refused' && isOwn
  const isOfChange = round.asks === 'change'
  return restOnRefusals(
    toolCalls,
    failing.map(({ records }) => ({ records, isOfChange })),
  )
}

/** Whether a round failed by refused calls alone; a subtask that was not run for them counts as they do. */
export function failedByRefusals(round: Round): boolean {
  const { outcomes, taskVerdicts } = round
  const failed = outcomes.filter(({ status, attempts }) => status === 'failed' && attempts > 0)
  const isMerged = outcomes.length > 1 && taskVerdicts.some(isUnmet)
  return failed.length > 0 && !isMerged && failed.every((outcome) => isRefused(outcome, round))
}

const isUnmet = ({ verdict }: CriterionVerdict) => verdict === 'fail'
