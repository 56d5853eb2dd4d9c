import type { Clock } from '@artoo/spec'
import { fastClock } from '../providers/fast-clock.js'

/** A minute of a task is three seconds of ours. */
export const speed = 20

export interface CountedClock extends Clock {
  /** Timers that have neither fired nor been cancelled. */
  readonly pending: number
}

/** `hasty`: timers in the background fire very often, so that what they do happens within a short task. */
export function countedClock(hasty: boolean): CountedClock {
  const clock = fastClock(speed)
  const timers = new Set<object>()
  return {
    now: clock.now,
    schedule(delayMs, callback, options) {
      const timer = {}
      timers.add(timer)
      const fire = () => {
        timers.delete(timer)
        callback()
      }
      const cancel = clock.schedule(hasty && options?.background ? delayMs / 1_000 : delayMs, fire, options)
      return () => {
        timers.delete(timer)
        cancel()
      }
    },
    get pending() {
      return timers.size
    },
  }
}
