/** A run's events in memory: lossless, readable from the start at any time by any number of readers. */
export interface EventLog<Event> extends AsyncIterable<Event> {
  readonly events: readonly Event[]
  append(event: Event): void
  /** No more events: readers finish after the last one. */
  end(): void
}

export function createEventLog<Event>(): EventLog<Event> {
  const events: Event[] = []
  const waiting = new Set<() => void>()
  let ended = false

  function wake(): void {
    for (const resume of waiting) resume()
    waiting.clear()
  }

  function read(): AsyncIterator<Event, undefined> {
    let index = 0
    let left = false
    return {
      async next() {
        while (!left && index === events.length && !ended) {
          await new Promise<void>((resume) => waiting.add(resume))
        }
        const value = left ? undefined : events[index++]
        return value ? { done: false, value } : { done: true, value: undefined }
      },
      async return() {
        left = true
        wake()
        return { done: true, value: undefined }
      },
    }
  }

  return {
    events,
    append(event) {
      events.push(event)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    [Symbol.asyncIterator]: read,
  }
}
