import type { Calibration } from '@artoo/mkct'
import type { Check } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import { isoTime } from '../iso-time.js'
import type { PlanDirective } from '../messages/control.js'
import type { Criterion } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import { oneLine } from '../one-line.js'
import type { PlanDraft } from '../outputs.js'
import { type Blocked, constraintTexts } from './constraints.js'
import { changesFor } from './dispatch.js'
import { directiveGuidance } from './prompt.js'
import { signature } from './signature.js'

interface Named {
  readonly name: string
  readonly description: string
}

export interface PlanningSituation {
  readonly spec: TaskSpec
  readonly now: number
  readonly mayAnswer: boolean
  readonly directive: PlanDirective | null
  readonly calibration: Calibration
  readonly blocked: Blocked
  readonly tools: readonly Named[]
  readonly checks: readonly (Named & Pick<Check, 'argumentsSchema'>)[]
  /** Of the task, from earlier plans. */
  readonly criteria: readonly Criterion[]
  /** Plans already dispatched for this task. */
  readonly earlier: readonly PlanDraft[]
}

/** All that the planner's model is told. Blocked tools are not even mentioned among the tools. */
export function planningBrief(situation: PlanningSituation) {
  const { spec, now, mayAnswer, directive, calibration, blocked, tools, checks, criteria, earlier } = situation
  const { intent, rawInput, clarifications, scope, deadline, verbatim } = spec
  const told = Object.entries(constraintTexts(calibration, blocked)).filter(([, texts]) => texts.length > 0)
  const constraints = Object.fromEntries(told)
  return {
    ...(verbatim ? {} : { intent }),
    rawInput,
    ...(clarifications.length > 0 && { clarifications }),
    ...(scope && { scope }),
    now: isoTime(now),
    ...(mayAnswer && { mayAnswer }),
    ...(verbatim && directive === null && { mayNameDeadline: true }),
    ...(deadline !== null && { deadline: isoTime(deadline) }),
    tools: tools.filter(({ name }) => !blocked.tools.includes(name)).map(introduction),
    ...(checks.length > 0 && {
      checks: checks.map(({ argumentsSchema, ...check }) => ({
        ...introduction(check),
        ...(argumentsSchema && { arguments: signature(argumentsSchema) }),
      })),
    }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(directive && {
      directive: {
        directive: directive.directive,
        meaning: directiveGuidance[directive.directive],
        urgency: directive.urgency,
        failedCriterion: directive.failedCriterion,
        whatHappened: oneLine(directive.gapSummary, 2_000),
        blockedTargets: directive.blockedTargets,
      },
      standingCriteria: criteria.map(({ text }) => text),
      done: directive.done.map(({ intent, output }) => ({ intent, result: truncateOutput(output) })),
      ...(directive.changed.length > 0 && { changed: changesFor(directive.changed) }),
      earlierPlans: earlier.map((plan) => plan.subtasks.map(({ intent, tools }) => ({ intent, tools }))),
    }),
  }
}

function introduction({ name, description }: Named): Named {
  return { name, description }
}
