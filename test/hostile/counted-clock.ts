import { type Clock, type ScheduleOptions, systemClock } from '@artoo/spec'

/** A minute of a task is three seconds of ours. */
export const speed = 20

const real = systemClock()
const tickMs = 5
const mostMs = 10

// Real time, of which only a moment counts while the process is busy or kept waiting: a task gets as far on a machine that
// has other things to do.
let countedMs = 0
let lastTick = performance.now()
const elapsedMs = () => countedMs + Math.min(performance.now() - lastTick, mostMs)
setInterval(() => {
  countedMs = elapsedMs()
  lastTick = performance.now()
}, tickMs).unref()

/** Calls `act` when so much time was counted; the returned function cancels it. */
export function afterCounted(ms: number, act: () => void, options?: ScheduleOptions): () => void {
  const dueMs = elapsedMs() + ms
  let cancel = () => {}
  function wait(): void {
    cancel = real.schedule(Math.max(0, dueMs - elapsedMs()), () => (elapsedMs() < dueMs ? wait() : act()), options)
  }
  wait()
  return () => cancel()
}

export interface CountedClock extends Clock {
  /** Timers that have neither fired nor been cancelled. */
  readonly pending: number
}

/** `hasty`: timers in the background fire very often, so that what they do happens within a short task. */
export function countedClock(hasty: boolean): CountedClock {
  const startedAt = Date.now() - elapsedMs() * speed
  const timers = new Set<object>()
  return {
    now: () => Math.floor(startedAt + elapsedMs() * speed),
    schedule(delayMs, callback, options) {
      const timer = {}
      timers.add(timer)
      const fire = () => {
        timers.delete(timer)
        callback()
      }
      const cancel = afterCounted((hasty && options?.background ? delayMs / 1_000 : delayMs) / speed, fire, options)
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
