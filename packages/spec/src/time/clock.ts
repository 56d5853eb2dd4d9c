import { ArtooError } from '../errors/errors.js'

/** Time as an injected dependency. */
export interface Clock {
  /** Milliseconds since the Unix epoch, as on the wall: for times that people see or name. A correction makes it jump. */
  now(): number
  /**
   * Milliseconds since some moment, by a reading that no correction of the wall clock moves: time limits, elapsed times and leases go
   * by it. A clock that simulates time should have one that moves with `now()`. @defaultValue `performance.now()`
   */
  monotonic?(): number
  /** Calls `callback` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, callback: () => void, options?: ScheduleOptions): () => void
}

export interface ScheduleOptions {
  /** The timer alone doesn't keep a process alive: right for housekeeping, wrong for a deadline. @defaultValue false */
  readonly background?: boolean
}

// A longer `setTimeout` fires at once.
const longestTimerMs = 2 ** 31 - 1

/** Milliseconds by which the wall clock must be ahead to be followed at once: a machine slept, or its time was corrected. */
const slept = 1_000

/** The clock's monotonic reading in milliseconds, `performance.now()` for a clock that has none. */
export function monotonicTime(clock: Pick<Clock, 'monotonic'>): number {
  return clock.monotonic?.() ?? performance.now()
}

/** Starts now; the returned function gives the whole milliseconds that have passed since, whatever became of the wall clock. */
export function stopwatch(clock: Pick<Clock, 'monotonic'>): () => number {
  const startedAt = monotonicTime(clock)
  return () => Math.max(0, Math.round(monotonicTime(clock) - startedAt))
}

/**
 * The machine's time. `now()` goes with the monotonic timer and follows the wall clock when that is ahead, as after a sleep; it
 * never runs backwards. A delay may be of any length; `Infinity` never ends.
 *
 * @throws {ArtooError} `invalid_option` from `schedule` when the delay is not a number.
 */
export function systemClock(): Clock {
  let anchor = Date.now() - performance.now()
  return {
    now() {
      const elapsed = performance.now()
      const wall = Date.now()
      if (wall - (anchor + elapsed) > slept) anchor = wall - elapsed
      return Math.floor(anchor + elapsed)
    },
    monotonic: () => performance.now(),
    schedule(delayMs, callback, { background = false } = {}) {
      if (Number.isNaN(delayMs)) {
        throw new ArtooError('invalid_option', 'delayMs must be a number of milliseconds', { field: 'delayMs' })
      }
      let timer: unknown
      const wait = (restMs: number) => {
        const next = restMs > longestTimerMs ? () => wait(restMs - longestTimerMs) : callback
        timer = setTimeout(next, Math.min(restMs, longestTimerMs))
        if (background) unref(timer)
      }
      wait(delayMs)
      return () => clearTimeout(timer as number)
    },
  }
}

function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
}
