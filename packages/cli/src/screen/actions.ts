import type { Conversation } from '../conversation/conversation.js'
import type { Asks } from './asks.js'
import { type Action, actionOf, escaped, modeAfter, stopped } from './keys.js'
import type { Shown, Views } from './ports.js'
import type { Prompt } from './prompt.js'
import { rewindPicker } from './rewind.js'
import type { Show } from './show.js'
import type { StatusLine } from './status-line.js'

export interface ActionsOptions {
  readonly conversation: Conversation
  readonly views: Views
  readonly prompt: Prompt
  readonly asks: Asks
  readonly show: Show
  readonly statusLine: StatusLine
  readonly now: () => number
  readonly signal: AbortSignal
  redrawAll(): void
  suspend(): Promise<void>
  edit(text: string): Promise<string>
  leave(): void
}

/** Acts on the keys of the table. False when the field in focus gets the key. */
export function createActions(options: ActionsOptions): (data: string) => boolean {
  const { conversation, views, prompt, asks, show, statusLine, now, signal, leave } = options
  let escapedAt: number | null = null
  let stoppedAt: number | null = null
  const standing = () => ({ isWorking: conversation.taskId !== null, isEmpty: prompt.isEmpty, now: now() })

  function back(): void {
    const { does, pressedAt } = escaped(standing(), escapedAt)
    escapedAt = pressedAt
    if (does === 'interrupt') conversation.interrupt()
    if (does === 'clear') prompt.field.setText('')
    if (does === 'rewind') show.attempt(() => rewindPicker(conversation, signal))
  }

  function stop(): void {
    const { does, pressedAt } = stopped(standing(), stoppedAt)
    stoppedAt = pressedAt
    if (does === 'leave') leave()
    if (does === 'clear') prompt.field.setText('')
    if (does !== 'leave') statusLine.note('Ctrl+C again leaves; a task under way is parked')
  }

  const isPrompting = () => show.picker === null && asks.current === null
  /** Keys that do something else, or the same for the field in focus, in some moments. */
  const isFor: Readonly<Partial<Record<Action, () => boolean>>> = {
    back: () => show.picker === null && !(isPrompting() && prompt.isCompleting),
    stop: () => show.picker === null,
    records: () => show.picker === null,
    leave: () => isPrompting() && prompt.isEmpty,
    history: isPrompting,
    editor: isPrompting,
    line: () => false,
  }
  const acts: Readonly<Record<Action, () => void>> = {
    back: () => asks.back() || back(),
    stop,
    leave,
    mode: () => conversation.setMode(modeAfter(conversation.mode)),
    history: () => show.present(historyPicker(prompt.entries())),
    records: () => show.present(recordPicker(views)),
    redraw: options.redrawAll,
    suspend: () => show.attempt(() => options.suspend().then(() => null)),
    editor: () => show.attempt(async () => ({ type: 'text', text: await options.edit(prompt.field.text()) })),
    line() {},
  }

  return function act(data: string): boolean {
    // On a slow line both presses come at once.
    if (data === '\u001b\u001b') return act('\u001b') && act('\u001b')
    const action = actionOf(data)
    if (action !== 'back') escapedAt = null
    if (action !== 'stop') stoppedAt = null
    if (action === null || isFor[action]?.() === false) return false
    acts[action]()
    return true
  }
}

function historyPicker(entries: readonly string[]): Shown {
  return {
    type: 'pick',
    title: 'Earlier words',
    items: entries.map((entry) => ({ value: entry, label: entry })),
    choose: async (text) => ({ type: 'text', text }),
  }
}

function recordPicker(views: Views): Shown {
  const pages = views.records().toReversed()
  return {
    type: 'pick',
    title: 'Calls, the last one first',
    items: pages.map(({ title, summary }, index) => ({ value: `${index}`, label: title, description: summary })),
    async choose(value) {
      const page = pages[Number(value)]
      return page === undefined ? null : { type: 'page', page }
    },
  }
}
