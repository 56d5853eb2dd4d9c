import type { ToolCallRecord } from '@artoo/runtime'
import type { Action } from '../messages/execution.js'
import { oneLine } from '../prompts/one-line.js'

/** The most characters of a reason. */
const longestReason = 500

/** The effect of a call on the world; null for one that only read, or was never made. */
export function actionOf(record: ToolCallRecord): Action | null {
  const { id, tool, target, effect, status, change, output, origin = null } = record
  if (effect === 'read' || ((effect === null || effect === 'outbound') && status !== 'refused')) return null
  const sizes = { bytesBefore: change?.bytesBefore ?? null, bytesAfter: change?.bytesAfter ?? null }
  const why = status === 'refused' ? oneLine(output.replace(/^\[LAW1\] refused: /, ''), longestReason) : null
  return { id, tool, target, what: whatOf(record), ...sizes, why, origin }
}

function whatOf({ status, confirmed, byHand, inDoubt }: ToolCallRecord): Action['what'] {
  if (status !== 'ok') return status === 'refused' && !inDoubt ? 'refused' : 'failed'
  return byHand ? 'by_hand' : confirmed ? 'confirmed' : 'changed'
}
