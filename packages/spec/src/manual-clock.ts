import type { Clock } from './clock.js'

export interface ManualClock extends Clock {
  /** Moves time forward and runs what falls due, in order of due time. */
  advance(ms: number): void
  /** Timers still waiting. */
  readonly pending: number
}

/** A clock that moves only when told to. Starts at `startMs` (default 0). */
export function manualClock(startMs = 0): ManualClock {
  let now = startMs
  const timers = new Map<symbol, { readonly due: number; readonly callback: () => void }>()
  const nextDue = (until: number) =>
    [...timers].filter(([, timer]) => timer.due <= until).sort(([, a], [, b]) => a.due - b.due)[0]
  return {
    now: () => now,
    get pending() {
      return timers.size
    },
    schedule(delayMs, callback) {
      const key = Symbol()
      timers.set(key, { due: now + delayMs, callback })
      return () => void timers.delete(key)
    },
    advance(ms) {
      const until = now + ms
      for (let next = nextDue(until); next; next = nextDue(until)) {
        const [key, { due, callback }] = next
        timers.delete(key)
        now = due
        callback()
      }
      now = until
    },
  }
}
