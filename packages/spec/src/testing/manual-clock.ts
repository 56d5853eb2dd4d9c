import { ArtooError } from '../errors/errors.js'
import type { Clock } from '../time/clock.js'

export interface ManualClock extends Clock {
  /**
   * Moves time forward and runs what falls due, in order of due time, then of scheduling.
   *
   * @throws {ArtooError} `invalid_option` for a step that is negative or not finite.
   */
  advance(ms: number): void
  /** Timers still waiting. */
  readonly pending: number
}

/** A clock that moves only when told to, both of its readings alike. Starts at `startMs` (default 0). */
export function manualClock(startMs = 0): ManualClock {
  let now = startMs
  const timers = new Map<symbol, { readonly due: number; readonly callback: () => void }>()
  const nextDue = (until: number) =>
    [...timers].filter(([, timer]) => timer.due <= until).sort(([, a], [, b]) => a.due - b.due)[0]
  return {
    now: () => now,
    monotonic: () => now,
    get pending() {
      return timers.size
    },
    schedule(delayMs, callback) {
      const key = Symbol()
      timers.set(key, { due: now + delayMs, callback })
      return () => void timers.delete(key)
    },
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) {
        throw new ArtooError('invalid_option', `a clock advances by 0 ms or more, not by ${ms}`, { field: 'ms' })
      }
      const until = now + ms
      // A callback may advance the clock itself, or have been due before it was scheduled.
      const moveTo = (time: number) => {
        now = Math.max(now, time)
      }
      for (let next = nextDue(until); next; next = nextDue(until)) {
        const [key, { due, callback }] = next
        timers.delete(key)
        moveTo(due)
        callback()
      }
      moveTo(until)
    },
  }
}
