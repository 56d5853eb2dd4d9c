import type { RunEvent } from '@artoo/sdk'
import { plain } from './chores.js'
import { meaningOf } from './deeds.js'

type PayloadOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['payload']

/** Once that a person was asked, with the answer, and all times before that the same was asked. */
export interface Question {
  readonly request: PayloadOf<'ConfirmationRequest'>
  readonly meaning: string
  /** Of the subtask that asks: it tells the round too. */
  readonly attempt: number
  /** Null when the run ended before it came. */
  readonly answer: PayloadOf<'ConfirmationAnswer'> | null
  readonly before: readonly Question[]
}

export function questionsOf(events: readonly RunEvent[]): readonly Question[] {
  const answers = new Map(payloadsOf(events, 'ConfirmationAnswer').map((answer) => [answer.callId, answer]))
  const attempts = new Map(payloadsOf(events, 'ToolRequest').map(({ callId, attempt }) => [callId, attempt]))
  const questions: Question[] = []
  for (const request of payloadsOf(events, 'ConfirmationRequest')) {
    const { callId, tool, input } = request
    const meaning = meaningOf(tool, input)
    const before = questions.filter((question) => question.meaning === meaning)
    const answer = answers.get(callId) ?? null
    questions.push({ request, meaning, attempt: attempts.get(callId) ?? 0, answer, before })
  }
  return questions
}

/** A plan that a model gave for a later round. */
export interface Replan {
  /** What stood then. */
  readonly done: readonly Finished[]
  /** What had matched until a failed verdict on the whole named it. */
  readonly blamed: readonly Finished[]
  /** In the model's own words. */
  readonly planned: readonly string[]
  readonly dispatched: boolean
}

export interface Finished {
  readonly subtaskId: string
  readonly intent: string
  readonly output: string
  readonly calls: readonly string[]
}

export interface Work {
  readonly replans: readonly Replan[]
  /** Matched, and then named by a failed verdict on the whole. */
  readonly blamed: readonly Finished[]
  /** All that ever matched. */
  readonly finished: readonly Finished[]
}

/** Those of the plan that are done already, whatever their spelling. */
export function repeatsIn({ done, planned }: Replan): readonly string[] {
  const known = new Set(done.map(({ intent }) => plain(intent)))
  return planned.filter((intent) => known.has(plain(intent)))
}

/** What was finished, blamed and planned in a run, by the log alone. */
export function workOf(events: readonly RunEvent[]): Work {
  const replans: Replan[] = []
  const blamed: Finished[] = []
  const finished: Finished[] = []
  let done: readonly Finished[] = []
  let isLater = false
  const known = () => ({ done, blamed: [...blamed] })
  for (const event of events) {
    if (event.type === 'SubTaskOutcome' && event.payload.status === 'matched') {
      const { subtaskId, intent, output, toolCalls } = event.payload
      const one = { subtaskId, intent, output, calls: toolCalls.map(({ id }) => id) }
      finished.push(one)
      done = [...done, one]
    } else if (event.type === 'ReplanRequest') {
      isLater = true
      const named = event.payload.taskVerdicts.flatMap(({ verdict, records }) => (verdict === 'fail' ? records : []))
      const isNamed = ({ calls }: Finished) => calls.some((id) => named.includes(id))
      blamed.push(...done.filter(isNamed))
      done = done.filter((one) => !isNamed(one))
    } else if (isPlan(event)) {
      const planned = event.payload.value.subtasks.map(({ intent }) => intent)
      if (isLater) replans.push({ ...known(), planned, dispatched: false })
    } else if (event.type === 'DispatchManifest') {
      const planned = event.payload.subtasks.map(({ intent }) => intent)
      if (isLater) replans.splice(-1, 1, { ...known(), planned, dispatched: true })
    }
  }
  return { replans, blamed, finished }
}

type PlanReply = Extract<RunEvent, { type: 'ModelReply' }> & {
  readonly payload: { readonly kind: 'value'; readonly output: 'plan' }
}

const isPlan = (event: RunEvent): event is PlanReply =>
  event.type === 'ModelReply' && event.payload.kind === 'value' && event.payload.output === 'plan'

export function payloadsOf<Type extends RunEvent['type']>(
  events: readonly RunEvent[],
  type: Type,
): readonly PayloadOf<Type>[] {
  return events.flatMap((event) => (event.type === type ? [event.payload as PayloadOf<Type>] : []))
}

/** What stands in `1.2`. */
export const roundOf = (subtaskId: string) => Number(subtaskId.split('.')[0])
