import { type Clock, errorCode, monotonicTime } from '@artoo/spec'
import { nextLook } from './next-look.js'

/** Milliseconds for which a store that can't be reached is asked again, before its error counts. */
const patienceMs = 60_000

const pauseMs = 500

/**
 * Reads from a store that may be away for a while, such as a database that restarts: asks again after `store_unreachable`, for a minute. Rejects
 * as the last attempt does.
 */
export async function withPatience<Result>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  read: () => Promise<Result>,
): Promise<Result> {
  const until = monotonicTime(clock) + patienceMs
  for (;;) {
    try {
      return await read()
    } catch (error) {
      const isOver = monotonicTime(clock) >= until || signal.aborted
      if (isOver || errorCode(error) !== 'store_unreachable') throw error
      await nextLook({ clock, ms: pauseMs, signal })
    }
  }
}
