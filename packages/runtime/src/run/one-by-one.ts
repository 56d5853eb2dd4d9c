import { deadlineFor } from '@artoo/spec'
import pLimit from 'p-limit'
import type { InSlot } from './fair-slots.js'

/** A single place: work goes one after the other. What still waits when the signal aborts is rejected. */
export function oneByOne(signal: AbortSignal): InSlot {
  const limit = pLimit(1)
  return async (work) => {
    const waiting = deadlineFor(signal)
    const run = async () => {
      signal.throwIfAborted()
      return work()
    }
    return waiting.race(() => limit(run)).finally(waiting.release)
  }
}
