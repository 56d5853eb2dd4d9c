import { ArtooError } from './errors.js'

/** Time as an injected dependency. Milliseconds since the Unix epoch; never runs backwards. */
export interface Clock {
  now(): number
  /** Calls `callback` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, callback: () => void, options?: ScheduleOptions): () => void
}

export interface ScheduleOptions {
  /** The timer alone doesn't keep a process alive: right for housekeeping, wrong for a deadline. @defaultValue false */
  readonly background?: boolean
}

// A longer `setTimeout` fires at once.
const longestTimerMs = 2 ** 31 - 1

/**
 * The machine's time, anchored once and advanced by the monotonic timer, so that a corrected wall clock can't make an
 * elapsed time negative. A delay may be of any length; `Infinity` never ends.
 *
 * @throws {ArtooError} `invalid_option` from `schedule` when the delay is not a number.
 */
export function systemClock(): Clock {
  const anchor = Date.now() - performance.now()
  return {
    now: () => Math.floor(anchor + performance.now()),
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
