import { countOption } from '@artoo/spec'
import type { Envelope } from './envelope.js'

export interface TapOptions {
  /** Envelopes kept for a slow reader; beyond it the oldest is dropped and counted. @defaultValue 1024 */
  readonly capacity?: number
  /** Only this task's envelopes. */
  readonly taskId?: string
}

/**
 * A read-only view of the log as it is written. It never slows the bus: a reader that falls behind loses the oldest
 * envelopes, which `dropped` counts and gaps in `seq` show. It has one stream: two readers of a tap share its envelopes
 * between them, so take a tap for each. Leaving a `for await` loop closes the tap.
 */
export interface Tap<E extends Envelope = Envelope> extends AsyncIterable<E> {
  readonly dropped: number
  /**
   * Resolves when the reader has asked for more than there is, i.e. has handled all that came before, or when the tap is
   * closed. A tap that nobody reads is not idle.
   */
  idle(): Promise<void>
  /** No more envelopes. What is buffered can still be read. */
  close(): void
}

export interface TapFeed<E extends Envelope> {
  readonly tap: Tap<E>
  push(envelope: E): void
}

export function createTap<E extends Envelope>(options: TapOptions, onClose: () => void): TapFeed<E> {
  const capacity = countOption('capacity', options.capacity ?? 1024, 1)
  const buffer: E[] = []
  let dropped = 0
  let closed = false
  const waiting: ((result: IteratorResult<E, undefined>) => void)[] = []
  let idlers: (() => void)[] = []

  const settleIdlers = () => {
    for (const resolve of idlers) resolve()
    idlers = []
  }
  const close = () => {
    if (closed) return
    closed = true
    for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined })
    settleIdlers()
    onClose()
  }
  const iterator: AsyncIterator<E, undefined> = {
    next() {
      const value = buffer.shift()
      if (value) return Promise.resolve({ done: false, value })
      if (closed) return Promise.resolve({ done: true, value: undefined })
      settleIdlers()
      return new Promise((resolve) => waiting.push(resolve))
    },
    return() {
      buffer.length = 0
      close()
      return Promise.resolve({ done: true, value: undefined })
    },
  }
  return {
    push(envelope) {
      if (closed || (options.taskId !== undefined && envelope.taskId !== options.taskId)) return
      const resolve = waiting.shift()
      if (resolve) {
        resolve({ done: false, value: envelope })
        return
      }
      if (buffer.length === capacity) {
        buffer.shift()
        dropped++
      }
      buffer.push(envelope)
    },
    tap: {
      [Symbol.asyncIterator]: () => iterator,
      get dropped() {
        return dropped
      },
      idle() {
        if (closed || waiting.length > 0) return Promise.resolve()
        return new Promise((resolve) => idlers.push(resolve))
      },
      close,
    },
  }
}
