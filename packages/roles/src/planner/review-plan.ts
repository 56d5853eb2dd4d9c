import type { SchemaReview } from '@artoo/tools'
import type { PlanDirective } from '../messages/control.js'
import type { PlanDraft } from '../messages/outputs.js'
import type { Criterion } from '../messages/plan.js'
import { nearness, plainWords } from '../prompts/plain-words.js'
import type { Blocked } from './constraints.js'
import { directiveFor, toolsSetAsideFor } from './orders.js'
import { deadlineProblems } from './subtask-deadline.js'

export interface PlanRules {
  readonly toolNames: readonly string[]
  /** By name, how the arguments of a check are reviewed. */
  readonly checks: ReadonlyMap<string, SchemaReview>
  readonly blocked: Blocked
  /** Work that matched in earlier rounds. */
  readonly done: readonly { readonly intent: string }[]
  /** Work that is given up. */
  readonly givenUp: readonly { readonly intent: string }[]
  /** The plans already dispatched for this task, those after which nothing has changed. */
  readonly earlier: readonly PlanDraft[]
  readonly directive: PlanDirective | null
  readonly maxSubtasks: number
  /** The deadline of the task. */
  readonly deadline: number | null
  readonly now: number
}

/** Everything that keeps a plan from being dispatched, in words the planner's model can act on; empty when it may go. */
export function reviewPlan(plan: PlanDraft, rules: PlanRules): readonly string[] {
  const problems: string[] = []
  if (plan.subtasks.length > rules.maxSubtasks) {
    problems.push(`${plan.subtasks.length} subtasks are too many: at most ${rules.maxSubtasks}`)
  }
  const done = new Set(rules.done.map(({ intent }) => plainWords(intent)))
  const givenUp = new Set(rules.givenUp.map(({ intent }) => plainWords(intent)))
  plan.subtasks.forEach((subtask, index) => {
    if (done.has(plainWords(subtask.intent))) {
      problems.push(`subtask ${index + 1} is done already: plan only what is missing`)
    }
    const isOpen = rules.directive?.orders.some(({ subtaskId }) => subtaskId === subtask.replaces) ?? false
    if (givenUp.has(plainWords(subtask.intent)) && !isOpen)
      problems.push(`subtask ${index + 1} is given up: leave it out`)
    problems.push(...deadlineProblems(subtask.deadline, rules).map((problem) => `subtask ${index + 1} ${problem}`))
    const setAside = toolsSetAsideFor(rules.directive, subtask.replaces, rules.toolNames)
    for (const tool of subtask.tools) {
      if (!rules.toolNames.includes(tool))
        problems.push(`subtask ${index + 1} names a tool that does not exist: ${tool}`)
      else if (setAside.includes(tool)) problems.push(`subtask ${index + 1} needs the blocked tool ${tool}`)
    }
  })
  for (const criterion of [...plan.criteria, ...plan.subtasks.flatMap((subtask) => subtask.criteria)]) {
    problems.push(...checkProblems(criterion, rules.checks))
  }
  return [...new Set([...problems, ...repetitions(plan, rules)])]
}

/** The parts of a plan that were done before, in words. The directive decides how much has to be new. */
function repetitions(plan: PlanDraft, { earlier, directive }: PlanRules): string[] {
  const told = fingerprint(plan, directive)
  const again = comparable(earlier, directive).some((known) => fingerprint(known, directive) === told)
  if (again) return ['this plan was carried out before and failed, and nothing has changed since']
  if (directive === null) return []
  const tried = earlier.flatMap(({ subtasks }) => subtasks)
  return plan.subtasks.flatMap((subtask, index) =>
    directiveFor(directive, subtask.replaces) === 'break_symmetry' && tried.some((known) => isNearCopy(subtask, known))
      ? [`subtask ${index + 1} is nearly what failed before: use other tools, or go another way and say so`]
      : [],
  )
}

/**
 * The earlier plans that a plan is compared with. For `change_path` only the last one: a place that was closed may be
 * open again two rounds later, and where targets are few there is no other path than an earlier one. Pairs that must
 * not be touched are blocked.
 */
function comparable(earlier: readonly PlanDraft[], directive: PlanRules['directive']): readonly PlanDraft[] {
  const isMoved = directive && [directive, ...directive.orders].some((order) => order.directive === 'change_path')
  return isMoved ? earlier.slice(-1) : earlier
}

/**
 * Equal for plans that would do the same again: order, case, spacing and wording of criteria don't count. To refine is to
 * do the same with better parameters, which may stand in the context alone.
 */
function fingerprint({ subtasks }: PlanDraft, directive: PlanRules['directive']): string {
  const isRefined = directive && [directive, ...directive.orders].some((order) => order.directive === 'refine')
  const steps = subtasks.map(({ sequence, intent, tools, context }) =>
    JSON.stringify([sequence, plainWords(intent), [...tools].sort(), isRefined ? plainWords(context ?? '') : '']),
  )
  return steps.sort().join('\n')
}

type Step = PlanDraft['subtasks'][number]

/** The same tools, and for the most part the same words. */
function isNearCopy(one: Step, other: Step): boolean {
  const [tools, known] = [new Set(one.tools), new Set(other.tools)]
  const isSame = tools.size === known.size && [...tools].every((tool) => known.has(tool))
  return isSame && nearness(spoken(one), spoken(other)) >= nearCopy
}

const nearCopy = 0.8

const spoken = ({ intent, context }: Step) => `${intent} ${context ?? ''}`

function checkProblems({ text, mode, check }: Criterion, checks: PlanRules['checks']): string[] {
  if (!check) return []
  const problems: string[] = []
  if (mode !== 'verifiable') problems.push(`criterion "${text}" has a check but is not verifiable`)
  const review = checks.get(check.name)
  if (!review) return [...problems, `criterion "${text}" names a check that does not exist: ${check.name}`]
  const misfit = review(check.arguments)
  if (misfit !== null) problems.push(`the arguments that criterion "${text}" gives ${check.name} don't fit: ${misfit}`)
  return problems
}
