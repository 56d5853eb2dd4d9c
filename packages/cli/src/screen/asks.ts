import type { PersonRequest } from '@artoo/sdk'
import type { TUI } from '@mariozechner/pi-tui'
import type { Conversation } from '../conversation/conversation.js'
import { type Ask, createAsk } from './ask.js'
import type { Views } from './ports.js'
import type { Theme } from './theme.js'

export interface AsksOptions {
  readonly conversation: Conversation
  readonly views: Views
  readonly tui: TUI
  readonly theme: Theme
  readonly now: () => number
  /** Gets the keys that came too early for a request. */
  early(data: string): void
  /** Called when another request is the current one. */
  changed(): void
}

export interface Asks {
  /** The request that is shown: the oldest open one. */
  readonly current: Ask | null
  /** Takes note of requests that came or were settled; `keyAt` is the time of the last key. */
  refresh(keyAt: number): void
  /** Leaves a field of the current one. False if no field is open. */
  back(): boolean
}

/** A call may be asked about again, after its input was changed. */
const keyOf = ({ id, askedAt }: PersonRequest) => `${askedAt} ${id}`

/** The open requests, one after another. */
export function createAsks({ conversation, views, tui, theme, now, early, changed }: AsksOptions): Asks {
  let current: { readonly key: string; readonly ask: Ask } | null = null
  /** Requests answered since the last time that no request was open. */
  const answered = new Set<string>()
  const open = () => conversation.requests.filter((request) => !answered.has(keyOf(request)))

  function refresh(keyAt: number): void {
    if (conversation.requests.length === 0) answered.clear()
    const [request] = open()
    if (current?.key === (request && keyOf(request))) return
    current = request === undefined ? null : { key: keyOf(request), ask: askOf(request, keyAt) }
    changed()
  }

  const askOf = (request: PersonRequest, keyAt: number) =>
    createAsk({
      request,
      lines: views.request(request),
      count: () => answered.size + open().length,
      number: () => answered.size + 1,
      ...{ tui, theme, now, keyAt, early },
      answer(answer) {
        answered.add(keyOf(request))
        conversation.answer(request.id, answer)
        refresh(now())
      },
    })

  return {
    get current() {
      return current?.ask ?? null
    },
    refresh,
    back: () => current?.ask.back() ?? false,
  }
}
