import { askModel, type ToolCallRecord } from '@artoo/runtime'
import { viewOf } from '../evidence/evidence.js'
import {
  addedMet,
  byCode,
  checksIn,
  forModel,
  mostAsked,
  requestMet,
  requestMetText,
  restraint,
  withRestraint,
} from '../evidence/verdicts.js'
import { rankedFor } from '../looks/ranked.js'
import { lookInstruction, recordToolNames, type Talk } from '../looks/talk.js'
import type { Outgoing } from '../messages/contracts.js'
import type { ExecutionResult } from '../messages/execution.js'
import type { SubTask } from '../messages/plan.js'
import { addedForJudge, addedIn, spokenIn } from '../people/added-words.js'
import { briefing } from '../prompts/briefing.js'
import { inConversation } from '../prompts/in-conversation.js'
import { defaultRoom, fitted, lastOf, written } from '../prompts/room.js'
import { shownOutput } from '../prompts/shown-output.js'
import { withTypedOutput } from '../typed-output/prompt.js'
import type { WithShape } from '../typed-output/shape.js'
import { lastValidatorInstruction, validatorInstruction } from './prompt.js'

/** The share of the room for a conversation that each part of a request may take. */
const shares = { task: 0.2, output: 0.2, records: 0.12 } as const

/** The same for records of which not all has room: the judge can look at the rest, and each look sends them once more. */
const shareBesideLooks = 0.08

/** Attempts of which a judge is told what was unmet. */
const mostEarlier = 3

export interface EarlierAttempt {
  readonly attempt: number
  readonly unmet: readonly { readonly criterion: string; readonly evidence: string }[]
}

/** A look of an earlier attempt. */
export interface PlacedLook {
  readonly record: ToolCallRecord
  /** Calls of the work that had been made before it. */
  readonly after: number
}

/** Records of the work with the looks at it, in their order. */
export function withLooks(records: readonly ToolCallRecord[], looks: readonly PlacedLook[]): readonly ToolCallRecord[] {
  if (looks.length === 0) return records
  const at = (place: number) => looks.filter(({ after }) => after === place).map(({ record }) => record)
  return [...records.flatMap((record, index) => [...at(index), record]), ...at(records.length)]
}

/**
 * The subtask as it is judged. The last judge also judges whether anything else was changed; of direct work nothing is judged but what
 * code decides, unless `isEscalated`: then the user's words are its criterion.
 */
export function asJudged(
  subtask: SubTask,
  { toolCalls, clarifications }: Pick<ExecutionResult, 'toolCalls' | 'clarifications'>,
  isEscalated: boolean,
): SubTask {
  const { request, criteria, direct } = subtask
  const isKnown = criteria.some(({ text }) => text === requestMetText)
  if (direct && !isEscalated && !isKnown) return subtask
  const planned = criteria.filter(({ text }) => !byCode.includes(text))
  if (direct) return { ...subtask, criteria: withRestraint([...planned, requestMet(toolCalls)], toolCalls) }
  if (request === null) return { ...subtask, criteria: planned }
  const isAdded = addedIn(clarifications).length > 0
  return { ...subtask, criteria: [...withRestraint(planned, toolCalls), ...(isAdded ? [addedMet(toolCalls)] : [])] }
}

/** The output that the judge is asked for: once the first has had its turns, that of another tier. */
export const outputFor = ({ request }: SubTask, { asked }: Talk) =>
  request === null && asked <= mostAsked ? 'verdicts' : 'last_verdicts'

interface ToJudge {
  readonly subtask: SubTask
  readonly result: ExecutionResult
  readonly records: readonly ToolCallRecord[]
  readonly earlier: readonly EarlierAttempt[]
  readonly given: WithShape & {
    readonly instructions?: string | undefined
    readonly room?: number
    readonly toolNames?: readonly string[]
  }
}

/** The first request of a judgement. Tools on records are offered where not all of them is shown. */
export function judgeRequest(
  talk: Talk,
  { subtask, result, records, earlier: all, given }: ToJudge,
): readonly [Talk, Outgoing<'R4a'>] {
  const { instructions, room = defaultRoom, shape, toolNames = [] } = given
  const { subtaskId: key, criteria, intent, request } = subtask
  const context = contextOf(subtask)
  const added = addedTo(subtask, result)
  const checks = checksIn(criteria, talk.judgements)
  const earlier = lastOf(all, mostEarlier)
  // The user's own words are shown whole; the rest shares what they leave.
  const left = room - (request === null ? 0 : written(request))
  const ranked = rankedFor(records, aboutOf(subtask, result))
  const whole = viewOf(records, left * shares.records, { ranked })
  const view = whole.isWhole ? whole : viewOf(records, left * shareBesideLooks, { ranked })
  const data = {
    ...(request !== null && { request }),
    ...fitted(
      {
        intent,
        ...(context && { context }),
        criteria: forModel(criteria),
        ...(checks.length > 0 && { checks }),
        ...(earlier.length > 0 && { earlier }),
        ...spokenIn(result.clarifications),
        ...(added.length > 0 && { added }),
      },
      left * shares.task,
    ),
    ...toolsFor(subtask, toolNames),
    ...shownOutput(result.output, left * shares.output),
    toolCalls: view.shown,
  }
  const isLast = request !== null
  const own = isLast ? withTypedOutput(lastValidatorInstruction, 'judge', shape !== undefined) : validatorInstruction
  const parts = [own, added.length > 0 && addedForJudge, !view.isWhole && lookInstruction]
  const instruction = parts.filter(Boolean).join('\n\n')
  const tools = view.isWhole ? [] : recordToolNames
  const messages = briefing(instruction, data, isLast ? instructions : undefined)
  const looking = { ...talk.looking, offered: tools }
  return [{ ...talk, looking, full: [...view.full] }, askModel(outputFor(subtask, talk), messages, { key, tools })]
}

/** The most names of other tools that a judge is shown. */
const mostTools = 15

/** The tools of the executor, and those that it was not given. */
function toolsFor({ tools }: SubTask, toolNames: readonly string[]) {
  const others = toolNames.filter((name) => !tools.includes(name)).slice(0, mostTools)
  return { ...(tools.length > 0 && { tools }), ...(others.length > 0 && { otherTools: others }) }
}

/** All that the user added while the subtask was worked on, or before it was planned. */
export const addedTo = ({ added = [] }: SubTask, { clarifications }: Pick<ExecutionResult, 'clarifications'>) => [
  ...new Set([...added, ...addedIn(clarifications)]),
]

/** A direct conversation knows its earlier turns by itself; its judge has to be told of them. */
const contextOf = ({ context, intent, earlier = [] }: SubTask) =>
  earlier.length > 0 ? inConversation(intent, earlier) : context

function aboutOf({ criteria, intent }: SubTask, { output }: ExecutionResult) {
  const texts = forModel(criteria).map(({ text }) => text)
  return { criteria: texts, text: `${intent}\n${output}`, anyChange: texts.includes(restraint.text) }
}
