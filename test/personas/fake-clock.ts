import type { Clock } from '@artoo/spec'
import { countedClock } from '../hostile/counted-clock.js'

export interface FakeClock extends Clock {
  /** Lets so much time pass at once. */
  advance(ms: number): void
}

interface Timer {
  readonly due: number
  readonly fire: () => void
  cancel: () => void
}

/** Time that runs faster than the machine's, and can be moved on. */
export function fakeClock(): FakeClock {
  const running = countedClock(false)
  let ahead = 0
  const now = () => running.now() + ahead
  const timers = new Set<Timer>()
  const start = (timer: Timer) => {
    timer.cancel = running.schedule(Math.max(0, timer.due - now()), timer.fire)
  }
  return {
    now,
    schedule(delayMs, callback, options) {
      if (options?.background) return running.schedule(delayMs, callback, options)
      const fire = () => {
        timers.delete(timer)
        callback()
      }
      const timer: Timer = { due: now() + delayMs, fire, cancel: () => {} }
      timers.add(timer)
      start(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    advance(ms) {
      ahead += ms
      for (const timer of [...timers].sort((one, other) => one.due - other.due)) {
        if (!timers.has(timer)) continue
        timer.cancel()
        if (timer.due <= now()) timer.fire()
        else start(timer)
      }
    },
  }
}
