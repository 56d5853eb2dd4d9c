import type { BlockedTarget } from '@artoo/runtime'
import { truncateOutput } from '@artoo/tools'
import type { Outgoing } from '../messages/contracts.js'
import { type Criterion, longestList, type SubTask } from '../messages/plan.js'
import type { PlanDraft } from '../outputs.js'
import { plainWords } from './plain-words.js'

/** What all subtasks of a round share. */
interface Circumstances {
  readonly round: number
  readonly blockedTargets: readonly BlockedTarget[]
  readonly experience: string
}

/** The plan's subtasks as they will be dispatched. Ids are `round.position`: given by code, unique in the task. */
export function subtasksOf(
  { subtasks }: PlanDraft,
  { round, blockedTargets, experience }: Circumstances,
): readonly SubTask[] {
  return subtasks.map(({ sequence, intent, criteria, tools, context }, index) => ({
    subtaskId: `${round}.${index + 1}`,
    sequence,
    intent,
    criteria,
    tools: [...new Set(tools)],
    blockedTargets: [...blockedTargets],
    context: joined(context, experience),
  }))
}

/** The task's criteria with those that a later plan adds, as many as can be judged; it can't drop one or put it in weaker terms. */
export function withAdded(standing: readonly Criterion[], planned: readonly Criterion[]): readonly Criterion[] {
  const known = new Set(standing.map(({ text }) => plainWords(text)))
  return [...standing, ...planned.filter(({ text }) => !known.has(plainWords(text)))].slice(0, longestList)
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

/** Tells subtasks what was done before them, in an earlier sequence (paper 3.3) or an earlier round. */
export function withOutputs(
  waiting: readonly SubTask[],
  outputs: readonly { readonly intent: string; readonly output: string }[],
): readonly SubTask[] {
  // As JSON, so that what was found in a file or a page can't be taken for more of what was done.
  const found = outputs.map(
    ({ intent, output }) => `Already done: ${JSON.stringify({ intent, result: truncateOutput(output) })}`,
  )
  return waiting.map((subtask) => ({
    ...subtask,
    context: joined(subtask.context, ...found),
  }))
}

function joined(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}
