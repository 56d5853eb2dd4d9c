import type { FinalResult, PermissionMode, RunEvent } from '@artoo/sdk'
import { oneLine, someLines } from '@artoo/sdk'
import { type AddedWords, addedAfter } from './added-words.js'
import { type Calls, callsAfter, noCalls } from './calls.js'
import { type Decided, decisionsAfter } from './decisions.js'
import { type Note, notesAfter } from './notes.js'
import { noPlan, type Plan, planAfter } from './plan.js'
import { type Open, requestsAfter } from './requests.js'
import { notSpent, type Spent, spentAfter } from './spent.js'
import { type Thought, thinkingAfter } from './thinking.js'

/** All that a person sees of a task. */
export interface TaskView {
  readonly taskId: string | null
  /** Milliseconds since the Unix epoch: of the beginning, and of the last event. */
  readonly startedAt: number | null
  readonly at: number
  /** Milliseconds that people were waited for. */
  readonly waitedMs: number
  /** The user's words. */
  readonly words: string
  /** The request as it was understood; null while no model has read it. */
  readonly understood: string | null
  readonly deadline: number | null
  readonly plan: Plan
  readonly calls: Calls
  readonly thinking: readonly Thought[]
  readonly decisions: readonly Decided[]
  readonly added: readonly AddedWords[]
  readonly requests: readonly Open[]
  readonly modes: readonly ModeChange[]
  readonly notes: readonly Note[]
  readonly spent: Spent
  readonly result: FinalResult | null
}

interface ModeChange {
  readonly at: number
  readonly mode: PermissionMode
  /** The person who raised it; null where it became stricter. */
  readonly by: string | null
}

export const emptyView: TaskView = {
  ...{ taskId: null, startedAt: null, at: 0, waitedMs: 0, words: '', understood: null, deadline: null },
  ...{ plan: noPlan, calls: noCalls, thinking: [], decisions: [], added: [], requests: [], modes: [], notes: [] },
  ...{ spent: notSpent, result: null },
}

/** The view with one more event. What an event does not touch is the same object as before. */
export function viewAfter(view: TaskView, event: RunEvent): TaskView {
  return {
    ...view,
    taskId: view.taskId ?? event.taskId,
    at: event.at,
    plan: planAfter(view.plan, event),
    calls: callsAfter(view.calls, event),
    thinking: thinkingAfter(view.thinking, event),
    decisions: decisionsAfter(view.decisions, event),
    added: addedAfter(view.added, event),
    requests: requestsAfter(view.requests, event),
    notes: notesAfter(view.notes, event),
    spent: spentAfter(view.spent, event),
    ...ownFields(view, event),
  }
}

/** The view of a whole task, or of a part of it. */
export function viewOf(events: Iterable<RunEvent>): TaskView {
  let view = emptyView
  for (const event of events) view = viewAfter(view, event)
  return view
}

function ownFields({ modes }: TaskView, { type, payload, at }: RunEvent): Partial<TaskView> {
  switch (type) {
    case 'TaskStarted':
      return { startedAt: at }
    case 'UserInput':
      return { words: someLines(payload.text) }
    case 'TaskSpec':
      return { understood: payload.verbatim ? null : oneLine(payload.intent) }
    case 'Deadline':
      return { deadline: payload.at }
    case 'Waited':
      return { waitedMs: payload.waitedMs }
    case 'ModeChanged':
      return {
        modes: [...modes, { at, mode: payload.mode, by: payload.by === null ? null : oneLine(payload.by, 100) }],
      }
    case 'FinalResult':
      return { result: payload }
    default:
      return {}
  }
}
