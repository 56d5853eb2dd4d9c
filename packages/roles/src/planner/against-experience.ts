import type { PlanDirective } from '../messages/control.js'
import type { PlanDraft } from '../outputs.js'
import { directiveFor, toolsSetAsideFor } from './orders.js'

export interface Experience {
  /** What failed at such tasks, as memory has it now. */
  readonly warnedTools: readonly string[]
  readonly directive: PlanDirective | null
  readonly toolNames: readonly string[]
}

/** Who orders a subtask to keep its method has seen more than memory has. */
const keepsMethod: ReadonlySet<string> = new Set(['refine', 'change_path'])

/**
 * What is asked about a plan that uses tools which failed at such tasks, though there are others; null when there is nothing to
 * ask. Memory doesn't forbid: the same plan again is an answer.
 */
export function againstExperience(
  { subtasks }: PlanDraft,
  { warnedTools, directive, toolNames }: Experience,
): string | null {
  const doubts = subtasks.flatMap(({ tools, replaces }, index) => {
    if (directive && keepsMethod.has(directiveFor(directive, replaces))) return []
    const setAside = toolsSetAsideFor(directive, replaces, toolNames)
    const isOther = toolNames.some((name) => !warnedTools.includes(name) && !setAside.includes(name))
    const warned = warnedTools.filter((tool) => tools.includes(tool))
    return isOther && warned.length > 0 ? [`subtask ${index + 1} uses ${warned.join(', ')}`] : []
  })
  if (doubts.length === 0) return null
  return `This plan goes against experience: ${doubts.join('; ')}, which failed at such tasks. If another tool may do it, answer with a plan \
that uses that one; if not, with the same plan again.`
}
