import type { ToolCallRecord } from '@artoo/runtime'
import type { Action } from '../messages/execution.js'

/** What a call did to the world; null for one that only read, or was never made. */
export function actionOf({ id, tool, target, effect, status, confirmed, change }: ToolCallRecord): Action | null {
  if (effect === 'read' || (effect === null && status !== 'refused')) return null
  const what = status === 'refused' ? 'refused' : status === 'error' ? 'failed' : confirmed ? 'confirmed' : 'changed'
  return { id, tool, target, what, bytesBefore: change?.bytesBefore ?? null, bytesAfter: change?.bytesAfter ?? null }
}
