import { jobRules } from '@artoo/runtime'
import { type Clock, monotonicTime } from '@artoo/spec'

/** Milliseconds for which a count of ready jobs is good. */
const goodForMs = 1_000

/** Part of the free places that is taken before they are counted again: other processes take some, too. */
const part = 1 / 16

/**
 * Back-pressure. Counting the ready jobs takes as long as there are many, so that it is done now and then: near the limit for each job, far from it
 * once for many.
 */
export function roomFor(maxReady: number, clock: Clock, countReady: () => Promise<number>) {
  let [free, countedAt] = [0, Number.NEGATIVE_INFINITY]
  return {
    /** @throws {ArtooError} `job_queue_full` */
    async take(): Promise<void> {
      if (free < 1 || monotonicTime(clock) - countedAt > goodForMs) {
        const ready = await countReady()
        if (ready >= maxReady) throw jobRules.queueFull(maxReady)
        countedAt = monotonicTime(clock)
        free = Math.ceil((maxReady - ready) * part)
      }
      free--
    },
  }
}
