import { type FinalResult, oneLine, type RunEvent, someLines } from '@artoo/sdk'
import { type Calls, callsAfter } from './calls.js'
import { type Decided, decisionsAfter } from './decisions.js'
import { type Note, notesAfter } from './notes.js'
import { noPlan, type Plan, planAfter } from './plan.js'
import { notSpent, type Spent, spentAfter } from './spent.js'
import { type Thought, thinkingAfter } from './thinking.js'

/** All that a person sees of a task. */
export interface TaskView {
  /** Milliseconds since the Unix epoch: of the beginning, and of the last event. */
  readonly startedAt: number | null
  readonly at: number
  /** Milliseconds that people were waited for. */
  readonly waitedMs: number
  /** The user's words. */
  readonly words: string
  /** The request as it was understood; null while no model has read it. */
  readonly understood: string | null
  readonly plan: Plan
  readonly calls: Calls
  readonly thinking: readonly Thought[]
  readonly decisions: readonly Decided[]
  /** Words that the user added to the task under way. */
  readonly added: readonly string[]
  readonly notes: readonly Note[]
  readonly spent: Spent
  readonly result: FinalResult | null
}

export const emptyView: TaskView = {
  ...{ startedAt: null, at: 0, waitedMs: 0, words: '', understood: null, added: [] },
  ...{ plan: noPlan, calls: [], thinking: [], decisions: [], notes: [], spent: notSpent, result: null },
}

/** The view with one more event. What an event does not touch is the same object as before. */
export function viewAfter(view: TaskView, event: RunEvent): TaskView {
  return {
    ...view,
    at: event.at,
    plan: planAfter(view.plan, event),
    calls: callsAfter(view.calls, event),
    thinking: thinkingAfter(view.thinking, event),
    decisions: decisionsAfter(view.decisions, event),
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

function ownFields({ added }: TaskView, { type, payload, at }: RunEvent): Partial<TaskView> {
  switch (type) {
    case 'TaskStarted':
      return { startedAt: at }
    case 'UserInput':
      return { words: someLines(payload.text) }
    case 'TaskSpec':
      return { understood: payload.verbatim ? null : oneLine(payload.intent) }
    case 'Waited':
      return { waitedMs: payload.waitedMs }
    case 'UserWords':
      return { added: [...added, someLines(payload.text)] }
    case 'FinalResult':
      return { result: payload }
    default:
      return {}
  }
}
