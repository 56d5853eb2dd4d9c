import type { Clarification } from '../messages/need.js'
import type { PlanDraft } from '../messages/outputs.js'
import type { TaskSpec } from '../messages/task.js'
import { eachOnce } from '../people/asking.js'

/** The task with a person's answers since, each once. */
export function withClarifications(spec: TaskSpec, added: readonly Clarification[]): TaskSpec {
  const clarifications = eachOnce([...spec.clarifications, ...added])
  return clarifications.length > spec.clarifications.length ? { ...spec, clarifications: [...clarifications] } : spec
}

/** The task as the first plan understood words that lean on earlier turns. */
export function intentOf({ verbatim, earlier, intent }: TaskSpec, plan: PlanDraft, isFirst: boolean): string {
  return (verbatim && earlier && isFirst && plan.intent?.trim()) || intent
}

/** The task with those of the earlier turns that a plan rests on: the executors are shown no others. */
export function restingOn(spec: TaskSpec, { refersTo }: PlanDraft): TaskSpec {
  if (!spec.verbatim) return spec
  const { earlier = [], ...task } = spec
  const turns = earlier.filter((_, index) => refersTo?.includes(index + 1))
  return turns.length > 0 ? { ...task, earlier: turns } : task
}
