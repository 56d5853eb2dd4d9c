import type { PlanDirective } from '../messages/control.js'
import type { PlanDraft } from '../messages/outputs.js'
import { toolsSetAsideFor } from './orders.js'

export interface Experience {
  /** Tools that failed at such tasks, by the present memory. */
  readonly warnedTools: readonly string[]
  /** The plans already dispatched for this task. */
  readonly earlier: readonly PlanDraft[]
  readonly directive: PlanDirective | null
  readonly toolNames: readonly string[]
}

/**
 * The question about a plan that uses tools which failed at such tasks, though there are others that this task has not
 * used; null when there is none. Memory doesn't forbid: the same plan again is an answer. A tool that this task has
 * used is not asked about, for the task's controller has seen more than memory has.
 */
export function againstExperience(
  { subtasks }: PlanDraft,
  { warnedTools, earlier, directive, toolNames }: Experience,
): string | null {
  const used = earlier.flatMap((plan) => plan.subtasks.flatMap(({ tools }) => tools))
  const doubts = subtasks.flatMap(({ tools, replaces }, index) => {
    const known = [...warnedTools, ...used, ...tools, ...toolsSetAsideFor(directive, replaces, toolNames)]
    const isOther = toolNames.some((name) => !known.includes(name))
    const doubted = warnedTools.filter((tool) => tools.includes(tool) && !used.includes(tool))
    return isOther && doubted.length > 0 ? [`${doubted.join(', ')} in subtask ${index + 1}`] : []
  })
  if (doubts.length === 0) return null
  return `This plan goes against experience, as these tools failed at such tasks: ${doubts.join('; ')}. If others may do it, answer with a plan \
that uses them; if not, with the same plan again.`
}
