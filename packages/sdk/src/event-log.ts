import type { RunEvent } from './run-handle.js'

/** A task's events in memory: lossless, readable from the start at any time by any number of readers. */
export interface EventLog extends AsyncIterable<RunEvent> {
  readonly events: readonly RunEvent[]
  append(event: RunEvent): void
  /** No more events: readers finish after the last one. */
  end(): void
}

export function createEventLog(): EventLog {
  const events: RunEvent[] = []
  let ended = false
  let wake: (() => void)[] = []

  const notify = () => {
    for (const resolve of wake) resolve()
    wake = []
  }
  return {
    events,
    append(event) {
      events.push(event)
      notify()
    },
    end() {
      ended = true
      notify()
    },
    async *[Symbol.asyncIterator]() {
      let index = 0
      while (index < events.length || !ended) {
        const event = events[index]
        if (event) {
          index++
          yield event
        } else {
          await new Promise<void>((resolve) => wake.push(resolve))
        }
      }
    },
  }
}
