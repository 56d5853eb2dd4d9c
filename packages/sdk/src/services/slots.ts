import { deadlineFor } from '@artoo/spec'
import type { LimitFunction } from 'p-limit'

/** Runs work when one of a limited number of places is free. */
export type InSlot = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The places of an instance as one task sees them: when the task ends, what still waits for a place is rejected. */
export function slotsFor(limit: LimitFunction, signal: AbortSignal): InSlot {
  return async (work) => {
    const waiting = deadlineFor(signal)
    const run = async () => {
      signal.throwIfAborted()
      return work()
    }
    return waiting.race(() => limit(run)).finally(waiting.release)
  }
}
