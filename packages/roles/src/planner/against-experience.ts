import type { PlanDirective } from '../messages/control.js'
import type { PlanDraft } from '../outputs.js'
import { toolsSetAsideFor } from './orders.js'

export interface Experience {
  /** What failed at such tasks, as memory has it now. */
  readonly warnedTools: readonly string[]
  /** The plans already dispatched for this task. */
  readonly earlier: readonly PlanDraft[]
  readonly directive: PlanDirective | null
  readonly toolNames: readonly string[]
}

/**
 * What is asked about a plan that uses tools which failed at such tasks, though there are others; null when there is nothing to
 * ask. Memory doesn't forbid: the same plan again is an answer. Of a tool that this task has used, its controller has seen more than
 * memory has.
 */
export function againstExperience(
  { subtasks }: PlanDraft,
  { warnedTools, earlier, directive, toolNames }: Experience,
): string | null {
  const used = new Set(earlier.flatMap((plan) => plan.subtasks.flatMap(({ tools }) => tools)))
  const doubts = subtasks.flatMap(({ tools, replaces }, index) => {
    const setAside = toolsSetAsideFor(directive, replaces, toolNames)
    const isOther = toolNames.some((name) => !warnedTools.includes(name) && !setAside.includes(name))
    const doubted = warnedTools.filter((tool) => tools.includes(tool) && !used.has(tool))
    return isOther && doubted.length > 0 ? [`subtask ${index + 1} uses ${doubted.join(', ')}`] : []
  })
  if (doubts.length === 0) return null
  return `This plan goes against experience: ${doubts.join('; ')}, which failed at such tasks. If another tool may do it, answer with a plan \
that uses that one; if not, with the same plan again.`
}
