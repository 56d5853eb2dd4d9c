import { isoTime } from '@artoo/llm'
import type { Calibration } from '@artoo/mkct'
import type { Check } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import type { PlanDirective } from '../messages/control.js'
import type { PlanDraft } from '../messages/outputs.js'
import type { Criterion } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import { spokenIn } from '../people/added-words.js'
import type { NobodyConfirms } from '../people/nobody-confirms.js'
import { oneLine } from '../prompts/one-line.js'
import { firstOf, fitted, lastOf } from '../prompts/room.js'
import type { WithShape } from '../typed-output/shape.js'
import { type Blocked, constraintTexts } from './constraints.js'
import { changesFor } from './dispatch.js'
import { foundIn } from './found-before.js'
import { guidanceFor } from './prompt.js'
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
  readonly nobodyConfirms: NobodyConfirms | undefined
  readonly directive: PlanDirective | null
  readonly calibration: Calibration
  readonly blocked: Blocked
  readonly tools: readonly Named[]
  readonly checks: readonly (Named & Pick<Check, 'argumentsSchema'>)[]
  /** The criteria of the task, from earlier plans. */
  readonly criteria: readonly Criterion[]
  /** Plans already dispatched for this task. */
  readonly earlier: readonly PlanDraft[]
  /** Characters of a conversation. */
  readonly room: number
}

/** The share of that room for the brief; the user's own words come on top. */
const shareOfBrief = 3 / 8

/** The most entries shown of lists that grow from round to round; code heeds all of them. */
const most = { done: 100, plans: 5 } as const

/** All that the planner's model is told. Blocked tools are not even mentioned among the tools. */
export function planningBrief(situation: PlanningSituation) {
  const {
    spec,
    now,
    mayAnswer,
    surroundings,
    nobodyConfirms,
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
    ...spokenIn(clarifications),
    ...(turns && { earlier: verbatim ? turns.map((turn, index) => ({ turn: index + 1, ...turn })) : turns }),
    ...(scope && { scope }),
    now: isoTime(now),
    ...(shape && { outputSchema: shape }),
    ...(mayAnswer && { mayAnswer }),
    ...(verbatim && directive === null && { mayNameDeadline: true }),
    ...(deadline !== null && { deadline: isoTime(deadline) }),
    ...(surroundings.length > 0 && { surroundings }),
    ...(nobodyConfirms && { nobodyConfirms: refusedIn(nobodyConfirms) }),
    tools: tools.filter(({ name }) => !blocked.tools.includes(name)).map(introduction),
    ...(checks.length > 0 && {
      checks: checks.map(({ argumentsSchema, ...check }) => ({
        ...introduction(check),
        ...(argumentsSchema && { arguments: signature(argumentsSchema) }),
      })),
    }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(directive && {
      ...orderedBy(directive),
      ...listed({
        standingCriteria: criteria.map(({ text }) => text),
        done: firstOf(
          directive.done.map(({ intent, output }) => ({ intent, result: truncateOutput(output) })),
          most.done,
        ),
        givenUp: directive.left.map(({ intent }) => intent),
        changed: changesFor(directive.changed),
        earlierPlans: lastOf(
          earlier.map((plan) => plan.subtasks.map(({ intent, tools }) => ({ intent, tools: [...new Set(tools)] }))),
          most.plans,
        ),
      }),
    }),
  }
  return { rawInput, ...fitted(brief, room * shareOfBrief) }
}

/** Lists without the empty ones. */
const listed = (lists: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))

/** The order of the controller: for the plan as a whole and, where several parts failed, for the replacement of each. */
function orderedBy(directive: PlanDirective) {
  const { failed, orders } = directive
  const causes = new Set(failed.map(({ cause }) => cause))
  const [cause = null] = causes.size === 1 ? causes : []
  const only = failed.length === 1 && orders.length < 2 ? foundIn(failed[0]) : {}
  return {
    directive: {
      directive: directive.directive,
      ...(cause !== null && { cause }),
      meaning: guidanceFor(directive.directive, cause),
      why: oneLine(directive.rationale, 500),
      ...(directive.failedCriterion !== null && { failedCriterion: directive.failedCriterion }),
      whatHappened: oneLine(directive.gapSummary, 2_000),
      ...only,
    },
    ...((orders.length > 1 || failed.length > 1) && { failed: failedParts(directive) }),
  }
}

/** Each part that failed. Without orders of their own all of them are asked for the same. */
function failedParts({ failed, orders, directive }: PlanDirective) {
  const ordered = orders.map(({ subtaskId, intent, directive, blockedTools }) => {
    const part = failed.find((one) => one.subtaskId === subtaskId)
    return { part, subtaskId, intent, directive, blockedTools }
  })
  const unordered = failed.map((part) => ({ ...part, part, directive, blockedTools: [] }))
  return (orders.length > 0 ? ordered : unordered).map(({ part, subtaskId, intent, directive, blockedTools }) => ({
    id: subtaskId,
    intent,
    directive,
    ...(part?.cause && { cause: part.cause }),
    meaning: guidanceFor(directive, part?.cause ?? null),
    ...foundIn(part),
    ...(blockedTools.length > 0 && { mustNotUse: blockedTools }),
  }))
}

function refusedIn({ always, partly, edits }: NobodyConfirms) {
  const harmless = edits
    ? 'only to read, to make something new or to change what can be brought back'
    : 'only to read or to make something new'
  return {
    meaning: `Nobody is there to allow a call. Calls of "refused" are all refused; those of "partly" are, unless they are known ${harmless}. Plan without such calls, or say in "impossible" what would have to be allowed.`,
    ...(always.length > 0 && { refused: always }),
    ...(partly.length > 0 && { partly }),
  }
}

function introduction({ name, description }: Named): Named {
  return { name, description }
}
