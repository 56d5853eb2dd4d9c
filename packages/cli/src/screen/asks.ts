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
  /** Leaves a field of the current one. False when there is nothing to leave. */
  back(): boolean
}

/** The open requests, one after another. */
export function createAsks({ conversation, views, tui, theme, now, early, changed }: AsksOptions): Asks {
  let current: Ask | null = null
  /** Requests that were answered since none was open. */
  let answered = 0

  function refresh(keyAt: number): void {
    const [request] = conversation.requests
    if (request === undefined) answered = 0
    if (request?.id === current?.id) return
    current =
      request === undefined
        ? null
        : createAsk({
            request,
            lines: views.request(request),
            count: () => answered + conversation.requests.length,
            number: () => answered + 1,
            tui,
            theme,
            now,
            keyAt,
            early,
            answer(answer) {
              answered += 1
              conversation.answer(request.id, answer)
              refresh(now())
            },
          })
    changed()
  }

  return {
    get current() {
      return current
    },
    refresh,
    back: () => current?.back() ?? false,
  }
}
