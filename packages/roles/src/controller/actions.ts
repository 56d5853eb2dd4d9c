import type { ToolCallRecord } from '@artoo/runtime'
import type { FinalResult } from '../messages/control.js'
import type { OutcomeSummary, ReplanRequest } from '../messages/outcome.js'

type Action = FinalResult['actions'][number]

/** `known` and what the calls of a round changed or were refused. */
export function withActions(
  known: FinalResult['actions'],
  { outcomes }: Pick<OutcomeSummary | ReplanRequest, 'outcomes'>,
): FinalResult['actions'] {
  return [...known, ...outcomes.flatMap(({ toolCalls }) => toolCalls.flatMap((call) => actionOf(call) ?? []))]
}

function actionOf({ id, tool, target, status, confirmed, change }: ToolCallRecord): Action | null {
  const what = status === 'refused' ? 'refused' : confirmed ? 'confirmed' : change ? 'changed' : null
  if (what === null) return null
  return { id, tool, target, what, bytesBefore: change?.bytesBefore ?? null, bytesAfter: change?.bytesAfter ?? null }
}
