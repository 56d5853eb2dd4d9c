import { isInterrupted, isWaiting, someLines } from '@artoo/sdk'
import type { Agent } from '../agent/agent.js'
import type { Conversation, Happening, Outcome } from '../conversation/conversation.js'
import type { Block, Page, Views } from '../screen/index.js'
import {
  type Call,
  callLine,
  callRecord,
  decisionLines,
  emptyView,
  type Look,
  type Paint,
  plainPaint,
  planLines,
  requestLines,
  resultLines,
  statusLine,
  thinkingLines,
  viewAfter,
} from '../view/index.js'

export interface ViewsOptions {
  readonly conversation: Conversation
  readonly paint: Paint
  readonly now: () => number
}

type EventOf<Type extends string> = Extract<Happening, { readonly type: Type }>

/** The conversation as the screen shows it: finished blocks as they come, and the task under way. */
export function createViews({ conversation, paint, now }: ViewsOptions): Views {
  let view = emptyView
  let taskId = ''
  /** Events of this task whose blocks were shown: a task that is resumed has them all again. */
  const shown = new Set<string>()
  /** The answer as far as it is written. */
  let answer = ''
  const look = (width: number): Look => ({ width, paint })
  const painted = (lines: (look: Look) => readonly string[]): Block => ({
    tone: 'plain',
    lines: (width) => lines(look(width)),
  })

  function taken({ event }: EventOf<'event'>): readonly Block[] {
    const before = view
    view = viewAfter(view, event)
    const after = view
    if (shown.has(event.id)) return []
    shown.add(event.id)
    const notes = after.notes
      .slice(before.notes.length)
      .map(({ tone, text }) =>
        painted(({ paint: { bad, warn, faint } }) => [`  ${{ bad, warn, plain: faint }[tone](text)}`]),
      )
    switch (event.type) {
      case 'ToolResult': {
        const call = after.calls.find(({ id }) => id === event.payload.id)
        return call === undefined ? notes : [painted((own) => [callLine(call, own)]), ...notes]
      }
      case 'UserWords':
        return [wordsBlock(event.payload.text)]
      case 'ControlDecision': {
        const decided = after.decisions.at(-1)
        // Words of a part that will be planned anew are no answer.
        if (!event.payload.terminal) answer = ''
        // A task that is accepted at once has its result to say so.
        if (decided === undefined || (event.payload.terminal && after.decisions.length === 1)) return notes
        const plan = before
        return [painted((own) => planLines(plan, own)), painted((own) => decisionLines(decided, own)), ...notes]
      }
      default:
        return notes
    }
  }

  function ended(outcome: Outcome): readonly Block[] {
    const last = view
    answer = ''
    const plan = painted((own) => (last.plan.parts.length > 1 ? planLines(last, own) : []))
    if (isInterrupted(outcome)) {
      return [plan, quiet('Interrupted. Your next words go on with this task; Esc Esc goes back.')]
    }
    if (isWaiting(outcome)) return [plan, quiet(`It waits for your answer: /resume ${outcome.taskId}`)]
    const { output } = outcome
    return [
      plan,
      ...(output === null || output === '' ? [] : [{ markdown: output }]),
      painted((own) => ['', ...resultLines(outcome, own)]),
    ]
  }

  return {
    take(happening) {
      switch (happening.type) {
        case 'task':
          view = emptyView
          answer = ''
          if (happening.taskId === taskId) return []
          taskId = happening.taskId
          shown.clear()
          return [wordsBlock(happening.text)]
        case 'event':
          return taken(happening)
        case 'answer':
          if (happening.piece.type === 'answer_delta') answer += happening.piece.text
          if (happening.piece.type === 'answer_reset') answer = ''
          return []
        case 'outcome':
          return ended(happening.outcome)
        case 'failure': {
          const { message, taskId } = happening
          return [{ tone: 'error', lines: () => [someLines(message), `The task can be resumed: /resume ${taskId}`] }]
        }
        default:
          return []
      }
    },
    live() {
      if (conversation.taskId === null) return []
      const current = view
      const running = current.calls.filter(({ state }) => state === 'running')
      // A plan that was decided about stands above already.
      const isDecided = current.decisions.length >= current.plan.round
      return [
        ...(answer === '' ? [] : [{ markdown: answer }]),
        painted((own) => running.map((call) => callLine(call, { ...own, now: now() }))),
        painted((own) => (isDecided ? [] : planLines(current, own))),
      ]
    },
    activity() {
      const [line] = thinkingLines(view, { width: 200, paint: plainPaint, now: now() })
      const more = view.thinking.length > 1 ? ` and ${view.thinking.length - 1} more` : ''
      return `${line ?? 'working'}${more} · Esc interrupts`
    },
    status(width) {
      // The time in which a person is waited for doesn't count.
      const [request] = conversation.requests
      return statusLine(view, { ...look(width), ...statusOf(conversation), now: request?.askedAt ?? now() })
    },
    request: (request) => {
      // The screen lists the answers itself.
      const bare = request.kind === 'confirm' ? { ...request, offers: [] } : { ...request, choices: [] }
      return (width) => requestLines(bare, look(width))
    },
    records: () => view.calls.map((call) => record(call, paint)),
  }
}

/** A call and its record, to be opened. */
function record(call: Call, paint: Paint): Page {
  const { tool, target, line } = call
  return { title: `${tool} ${target}`.trim(), summary: line, lines: (width) => callRecord(call, { width, paint }) }
}

const quiet = (text: string): Block => ({ tone: 'quiet', lines: () => [text] })
/** Words of the person. */
export const wordsBlock = (text: string): Block => ({
  tone: 'person',
  lines: () =>
    someLines(text)
      .split('\n')
      .map((line) => `> ${line}`),
})

const statusOf = ({ mode, agent }: { readonly mode: string; readonly agent: Agent }) => ({
  mode,
  model: agent.models.brain,
  window: agent.contextWindow,
})
