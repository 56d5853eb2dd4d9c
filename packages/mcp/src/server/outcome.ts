import { publicResult } from '@artoo/insight'
import { oneLine, someLines } from '@artoo/llm'
import {
  type FinalResult,
  type Interrupted,
  isInterrupted,
  isWaiting,
  type PersonRequest,
  type RunEvent,
  type Waiting,
} from '@artoo/sdk'
import * as z from 'zod'

const request = z.object({
  id: z.string(),
  kind: z.enum(['confirm', 'question', 'access']),
  question: z.string(),
  choices: z.array(z.string()),
  required: z.boolean(),
})

/** The structured content of all tools. */
export const outcome = z.object({
  taskId: z.string().describe('for the other tools'),
  status: z
    .enum(['complete', 'partial', 'failed', 'waiting', 'interrupted', 'running'])
    .describe(
      'complete: done. partial: there is an output, and missing says what it lacks. failed: there is no output. waiting: a person has to answer requests. interrupted: resume_task goes on with it. running: under way.',
    ),
  output: z.string().nullable().describe('the result, or the best so far, as it is'),
  summary: z.string().describe('what was done, and what was not and why'),
  missing: z.array(z.object({ what: z.string(), needs: z.string() })),
  changes: z.array(z.object({ tool: z.string(), target: z.string().nullable(), what: z.string() })),
  refused: z.array(z.object({ tool: z.string(), target: z.string().nullable(), why: z.string().nullable() })),
  nextMoves: z.array(z.string()),
  requests: z.array(request).describe('what a person is asked, when the status is waiting'),
})
export type Outcome = z.infer<typeof outcome>

const empty = { output: null, missing: [], changes: [], refused: [], nextMoves: [], requests: [] }

/** An ending as a client may see it: without the words of providers. All texts but the output are safe to show. */
export function outcomeOf(
  taskId: string,
  ending: FinalResult | Waiting | Interrupted,
  events: readonly RunEvent[],
): Outcome {
  if (isWaiting(ending)) return waitingOutcome(taskId, ending.requests)
  if (isInterrupted(ending)) return interruptedOutcome(taskId)
  const { status, output, summary, missing, refused, nextMoves } = publicResult(ending, events)
  const line = (text: string | null) => text && oneLine(text)
  return {
    ...{ taskId, status, output, summary: someLines(summary), requests: [] },
    missing: missing.map(({ what, needs }) => ({ what: oneLine(what), needs: oneLine(needs) })),
    changes: ending.changes.map((change) => ({ tool: change.tool, target: line(change.target), what: change.what })),
    refused: refused.map((call) => ({ tool: call.tool, target: line(call.target), why: line(call.why) })),
    nextMoves: nextMoves.map((move) => oneLine(move)),
  }
}

export function waitingOutcome(taskId: string, requests: readonly PersonRequest[]): Outcome {
  return {
    ...empty,
    ...{ taskId, status: 'waiting', summary: 'The task waits for a person.' },
    nextMoves: ['Ask the user, then call resume_task with answers by the ids of the requests.'],
    requests: requests.map((request) => ({
      ...{ id: request.id, kind: request.kind, question: askedIn(request) },
      ...(request.kind === 'confirm'
        ? { choices: [], required: true }
        : { choices: [...(request.choices ?? [])], required: request.required ?? false }),
    })),
  }
}

export function interruptedOutcome(taskId: string): Outcome {
  const nextMoves = ['Call resume_task to go on with it.']
  return {
    ...empty,
    taskId,
    status: 'interrupted',
    summary: 'The task has no result yet: it was interrupted.',
    nextMoves,
  }
}

export function runningOutcome(taskId: string, lastLine: string | null): Outcome {
  return { ...empty, taskId, status: 'running', summary: lastLine ?? 'The task is under way.' }
}

/** A request in words for the person who decides. Its texts are safe to show. */
export function askedIn(request: PersonRequest): string {
  const part = request.subtask === undefined ? [] : [`For: ${oneLine(request.subtask)}`]
  if (request.kind !== 'confirm') {
    const asked = request.kind === 'access' ? `Access is asked for: ${request.question}` : request.question
    return [asked, ...part].join('\n')
  }
  const { action, reason, change, why, sources = [] } = request
  return [
    `Allow this: ${action}?`,
    `Asked because: ${reason}`,
    ...part,
    ...(why === undefined ? [] : [`The model's reason: ${oneLine(why)}`]),
    ...(sources.length === 0 ? [] : [`Read from outside before: ${oneLine(sources.join(', '))}`]),
    ...(change?.diff ? [someLines(change.diff, 4_000)] : []),
  ].join('\n')
}

/** The outcome as a text that is safe to show. */
export function textOf({ taskId, status, output, summary, nextMoves, requests }: Outcome): string {
  const asked = requests.map(({ id, question, choices }) => {
    const choose = choices.length === 0 ? '' : ` (${choices.map((choice) => oneLine(choice)).join(' | ')})`
    return `- ${oneLine(id)}: ${someLines(question)}${choose}`
  })
  return [
    ...(output === null ? [] : [someLines(output, 100_000)]),
    `${status}: ${someLines(summary)}`,
    ...asked,
    ...nextMoves.map((move) => `- ${oneLine(move)}`),
    `taskId: ${oneLine(taskId)}`,
  ].join('\n')
}
