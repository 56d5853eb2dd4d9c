import type { Clock } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'

/** A clock that moves only when told to. `skip` lets the time of a timer pass, whether it is set already or will be next. */
export function pausingClock(startMs: number) {
  const manual = manualClock(startMs)
  const set = new Set<number>()
  const awaited = new Set<number>()
  const pass = (delayMs: number) => setImmediate(() => manual.advance(delayMs))
  const clock: Clock = {
    ...manual,
    schedule(delayMs, callback) {
      if (awaited.delete(delayMs)) pass(delayMs)
      else set.add(delayMs)
      return manual.schedule(delayMs, callback)
    },
  }
  function skip(delayMs: number): void {
    if (set.delete(delayMs)) pass(delayMs)
    else awaited.add(delayMs)
  }
  return { clock, advance: manual.advance, skip }
}
