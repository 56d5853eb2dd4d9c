import type { ToolBlock, ToolCaution } from '@artoo/runtime'
import { truncateOutput } from '@artoo/tools'
import type { Outgoing } from '../messages/contracts.js'
import type { PlanDirective } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { PlanDraft } from '../messages/outputs.js'
import { type Criterion, longestList, type SubTask } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import { inConversation } from '../prompts/in-conversation.js'
import { oneLine } from '../prompts/one-line.js'
import { areAlike, plainWords } from '../prompts/plain-words.js'
import { lastOf } from '../prompts/room.js'
import { timeIn } from '../role/iso-time.js'
import { orderFor } from './orders.js'

/** The facts that all subtasks of a round share. */
interface Circumstances {
  readonly round: number
  readonly directive: PlanDirective | null
  readonly blockedTargets: readonly ToolBlock[]
  readonly cautions: readonly ToolCaution[]
  readonly experience: string
  /** The number of the last words of the user that the plan was made with. */
  readonly words: number
  /** These words. */
  readonly added: readonly string[]
  /** The deadline of the task. */
  readonly deadline: number | null
}

/** The plan's subtasks as they will be dispatched. Ids are `round.position`: given by code, unique in the task. */
export function subtasksOf(
  { subtasks }: PlanDraft,
  { round, directive, blockedTargets, cautions, experience, words, added, deadline: ofTask }: Circumstances,
): readonly SubTask[] {
  return subtasks.map(({ sequence, intent, criteria, tools, context, deadline, replaces }, index) => ({
    subtaskId: `${round}.${index + 1}`,
    sequence,
    intent,
    criteria,
    request: null,
    replaces: (directive && orderFor(directive, replaces)?.subtaskId) ?? null,
    findingsOf: null,
    tools: [...new Set(tools)],
    blockedTargets: [...blockedTargets],
    cautions: cautions.filter(({ tool }) => tools.includes(tool)),
    deadline: timeIn(deadline ?? '') ?? ofTask,
    context: joined(context, experience),
    ...(words > 0 && { words, added: [...added] }),
  }))
}

/**
 * The only subtask of a task: judged by the task's criteria and its own against the user's own words. Of two alike criteria
 * only the task's is kept, with the check of either.
 */
export function asWhole(
  subtask: SubTask,
  { rawInput, clarifications }: TaskSpec,
  ofTask: readonly Criterion[],
): SubTask {
  const checked = ofTask.map((criterion): Criterion => {
    const twin = subtask.criteria.find(({ text, check }) => check && areAlike(text, criterion.text))
    return twin?.check && !criterion.check ? { ...criterion, mode: 'verifiable', check: twin.check } : criterion
  })
  const own = subtask.criteria.filter(({ text }) => !ofTask.some((criterion) => areAlike(text, criterion.text)))
  const asked = clarifications.map(({ questions, answer, added }) =>
    added === undefined ? `${questions.join(' ')} ${answer}` : `(added later) ${answer}`,
  )
  return { ...subtask, criteria: [...checked, ...own], request: [rawInput, ...asked].join('\n\n') }
}

/** The task's criteria with those that a later plan adds, as many as can be judged; it can't drop one or put it in weaker terms. */
export function withAdded(standing: readonly Criterion[], planned: readonly Criterion[]): readonly Criterion[] {
  const known = new Set(standing.map(({ text }) => plainWords(text)))
  return [...standing, ...planned.filter(({ text }) => !known.has(plainWords(text)))].slice(0, longestList)
}

/** Adds to subtasks the earlier turns that the user's words rest on, and the intent as it was understood by them. */
export function withEarlier(subtasks: readonly SubTask[], { earlier = [], intent }: TaskSpec): readonly SubTask[] {
  if (earlier.length === 0) return subtasks
  return subtasks.map((subtask) => ({ ...subtask, context: joined(subtask.context, inConversation(intent, earlier)) }))
}

export interface Dispatch {
  readonly waiting: readonly SubTask[]
  readonly sent: readonly Outgoing<'R2'>[]
}

/** Sends the subtasks of the lowest waiting sequence, each to its validator as the rubric and to the executor. */
export function dispatchNext(waiting: readonly SubTask[]): Dispatch {
  const sequence = Math.min(...waiting.map((subtask) => subtask.sequence))
  const group = waiting.filter((subtask) => subtask.sequence === sequence)
  const sent = group.flatMap((payload): Outgoing<'R2'>[] => [
    { type: 'SubTask', to: 'R4a', payload },
    { type: 'SubTask', to: 'R3', payload },
  ])
  return { waiting: waiting.filter((subtask) => subtask.sequence !== sequence), sent }
}

/** Adds to subtasks the work that was done before them, in an earlier sequence (paper 3.3) or an earlier round. */
export function withOutputs(
  waiting: readonly SubTask[],
  outputs: readonly { readonly intent: string; readonly output: string }[],
): readonly SubTask[] {
  // As JSON, so that content of a file or a page can't be taken for more of the work.
  const found = outputs.map(
    ({ intent, output }) => `Already done: ${JSON.stringify({ intent, result: truncateOutput(output) })}`,
  )
  return waiting.map((subtask) => ({
    ...subtask,
    context: joined(subtask.context, ...found),
  }))
}

/** Adds to subtasks the changes since the user's request: those of a failed attempt were not undone. */
export function withChanges(subtasks: readonly SubTask[], changed: readonly Action[]): readonly SubTask[] {
  if (changed.length === 0) return subtasks
  const told = `Done to the world by earlier attempts, and not undone: ${JSON.stringify(changesFor(changed))}`
  return subtasks.map((subtask) => ({ ...subtask, context: joined(subtask.context, told) }))
}

/** Changes in the form for models, the last few. */
export function changesFor(changed: readonly Action[]): readonly object[] {
  const told = changed.map(({ tool, target, what, bytesBefore, bytesAfter }) => ({
    tool,
    target: target && oneLine(target, 300),
    what,
    ...(bytesAfter !== null && { bytesBefore, bytesAfter }),
  }))
  return lastOf(told, mostChanges)
}

const mostChanges = 30

function joined(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}
