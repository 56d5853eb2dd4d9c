import type { ArgumentsReview } from '@artoo/runtime'
import type { Criterion } from '../messages/plan.js'
import type { PlanDraft } from '../outputs.js'
import type { Blocked } from './constraints.js'
import { plainWords } from './plain-words.js'
import { deadlineProblems } from './subtask-deadline.js'

export interface PlanRules {
  readonly toolNames: readonly string[]
  /** By name, how the arguments of a check are reviewed. */
  readonly checks: ReadonlyMap<string, ArgumentsReview>
  readonly blocked: Blocked
  /** What matched in earlier rounds. */
  readonly done: readonly { readonly intent: string }[]
  /** Fingerprints of the plans already dispatched for this task. */
  readonly earlier: readonly string[]
  readonly maxSubtasks: number
  /** Of the task. */
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
  plan.subtasks.forEach((subtask, index) => {
    if (done.has(plainWords(subtask.intent))) {
      problems.push(`subtask ${index + 1} is done already: plan only what is missing`)
    }
    problems.push(...deadlineProblems(subtask.deadline, rules).map((problem) => `subtask ${index + 1} ${problem}`))
    for (const tool of subtask.tools) {
      if (!rules.toolNames.includes(tool))
        problems.push(`subtask ${index + 1} names a tool that does not exist: ${tool}`)
      else if (rules.blocked.tools.includes(tool)) problems.push(`subtask ${index + 1} needs the blocked tool ${tool}`)
    }
  })
  for (const criterion of [...plan.criteria, ...plan.subtasks.flatMap((subtask) => subtask.criteria)]) {
    problems.push(...checkProblems(criterion, rules.checks))
  }
  if (rules.earlier.includes(fingerprint(plan))) problems.push('this plan was carried out before and failed')
  return [...new Set(problems)]
}

/** Equal for plans that would do the same again: order, case, spacing and wording of criteria don't count. */
export function fingerprint(plan: PlanDraft): string {
  const steps = plan.subtasks.map(({ sequence, intent, tools }) =>
    JSON.stringify([sequence, plainWords(intent), [...tools].sort()]),
  )
  return steps.sort().join('\n')
}

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
