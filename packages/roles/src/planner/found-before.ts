import { truncateOutput } from '@artoo/tools'
import type { PlanDirective } from '../messages/control.js'
import type { SubTask } from '../messages/plan.js'

type Failed = PlanDirective['failed'][number]

/** Findings of a failed part as a model is told them; no field where there are none. */
export const foundIn = (part: Failed | undefined): { readonly found?: string } =>
  part && part.found !== '' ? { found: truncateOutput(part.found) } : {}

/**
 * Tells subtasks what the part that they replace had found. As JSON, so that what was found in a file or a page can't be taken for more
 * than that.
 */
export function withFound(subtasks: readonly SubTask[], directive: PlanDirective | null): readonly SubTask[] {
  const failed = directive?.failed ?? []
  return subtasks.map((subtask) => {
    const part =
      failed.find(({ subtaskId }) => subtaskId === subtask.replaces) ?? (failed.length === 1 ? failed[0] : undefined)
    const { found } = foundIn(part)
    if (found === undefined) return subtask
    const told = `Found by an earlier attempt: ${JSON.stringify({ intent: part?.intent, found })}`
    const context = [subtask.context, told].filter(Boolean).join('\n\n')
    return { ...subtask, context, findingsOf: part?.subtaskId ?? null }
  })
}
