import type { Calibration } from '@artoo/mkct'
import type { Check } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import { isoTime } from '../iso-time.js'
import type { PlanDirective } from '../messages/control.js'
import type { Criterion } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import { oneLine } from '../one-line.js'
import type { PlanDraft } from '../outputs.js'
import { firstOf, fitted, lastOf } from '../room.js'
import type { WithShape } from '../typed-output/shape.js'
import { type Blocked, constraintTexts } from './constraints.js'
import { changesFor } from './dispatch.js'
import { directiveGuidance } from './prompt.js'
import { signature } from './signature.js'

interface Named {
  readonly name: string
  readonly description: string
}

export interface PlanningSituation extends WithShape {
  readonly spec: TaskSpec
  readonly now: number
  readonly mayAnswer: boolean
  readonly surroundings: readonly string[]
  readonly directive: PlanDirective | null
  readonly calibration: Calibration
  readonly blocked: Blocked
  readonly tools: readonly Named[]
  readonly checks: readonly (Named & Pick<Check, 'argumentsSchema'>)[]
  /** Of the task, from earlier plans. */
  readonly criteria: readonly Criterion[]
  /** Plans already dispatched for this task. */
  readonly earlier: readonly PlanDraft[]
  /** Characters of a conversation. */
  readonly room: number
}

/** Of that room, what the brief may take; the user's own words come on top. */
const shareOfBrief = 3 / 8

/** What is shown of lists that grow from round to round; code heeds all of them. */
const most = { targets: 50, done: 100, plans: 5 } as const

/** All that the planner's model is told. Blocked tools are not even mentioned among the tools. */
export function planningBrief(situation: PlanningSituation) {
  const {
    spec,
    now,
    mayAnswer,
    surroundings,
    directive,
    calibration,
    blocked,
    tools,
    checks,
    criteria,
    earlier,
    room,
    shape,
  } = situation
  const { intent, rawInput, clarifications, earlier: turns, scope, deadline, verbatim } = spec
  const told = Object.entries(constraintTexts(calibration, blocked)).filter(([, texts]) => texts.length > 0)
  const constraints = Object.fromEntries(told)
  const brief = {
    ...(verbatim ? {} : { intent }),
    ...(clarifications.length > 0 && { clarifications }),
    ...(turns && { earlier: verbatim ? turns.map((turn, index) => ({ turn: index + 1, ...turn })) : turns }),
    ...(scope && { scope }),
    now: isoTime(now),
    ...(shape && { outputSchema: shape }),
    ...(mayAnswer && { mayAnswer }),
    ...(verbatim && directive === null && { mayNameDeadline: true }),
    ...(deadline !== null && { deadline: isoTime(deadline) }),
    ...(surroundings.length > 0 && { surroundings }),
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
        blockedTargets: firstOf(directive.blockedTargets, most.targets),
        ...(directive.blockedTargets.length > 0 && { blockedUntil: directive.blockedUntil }),
      },
      ...(directive.orders.length > 1 && {
        failed: directive.orders.map(({ subtaskId, intent, directive: asked, blockedTools }) => ({
          id: subtaskId,
          intent,
          directive: asked,
          meaning: directiveGuidance[asked],
          ...(blockedTools.length > 0 && { mustNotUse: blockedTools }),
        })),
      }),
      standingCriteria: criteria.map(({ text }) => text),
      done: firstOf(
        directive.done.map(({ intent, output }) => ({ intent, result: truncateOutput(output) })),
        most.done,
      ),
      ...(directive.changed.length > 0 && { changed: changesFor(directive.changed) }),
      earlierPlans: lastOf(
        earlier.map((plan) => plan.subtasks.map(({ intent, tools }) => ({ intent, tools: [...new Set(tools)] }))),
        most.plans,
      ),
    }),
  }
  return { rawInput, ...fitted(brief, room * shareOfBrief) }
}

function introduction({ name, description }: Named): Named {
  return { name, description }
}
