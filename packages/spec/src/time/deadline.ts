import { ArtooError } from '../errors/errors.js'
import type { Clock } from './clock.js'
import { onAbort } from './on-abort.js'

export interface Deadline {
  /** Aborted by the parent signal or when the time is up. */
  readonly signal: AbortSignal
  /** Settles with `work`, or rejects as soon as the signal aborts; what `work` does after that is ignored. */
  race<Result>(work: () => Promise<Result>): Promise<Result>
  /** Aborts with this reason. */
  fail(reason: ArtooError): void
  /** Removes the listener and the timer. Aborting does it too. */
  release(): void
}

export interface TimeLimit {
  readonly clock: Clock
  readonly timeoutMs: number
  /** Code of the error when the time is up: `tool_timeout`, `model_timeout`. */
  readonly code: string
}

/**
 * A signal that follows `parent` (then its reason is an `ArtooError` of code `aborted`) and, given a limit, fires with
 * the limit's code when the time is up.
 */
export function deadlineFor(parent: AbortSignal, limit?: TimeLimit): Deadline {
  const abandoned = new Set<(reason: ArtooError) => void>()
  let reason: ArtooError | undefined
  // Made on demand: few of a run's many deadlines are asked for their signal, and in Node the signal is the costly
  // part.
  let controller: AbortController | undefined
  let stopFollowing: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  const release = () => {
    stopFollowing?.()
    cancelTimer?.()
  }
  const fail = (why: ArtooError) => {
    if (reason) return
    reason = why
    release()
    for (const abandon of abandoned) abandon(why)
    controller?.abort(why)
  }
  const follow = () => fail(new ArtooError('aborted', 'the call was aborted', { cause: parent.reason }))
  if (parent.aborted) {
    follow()
  } else {
    cancelTimer = limit && expireAfter(limit, fail)
    stopFollowing = onAbort(parent, follow)
  }
  return {
    get signal() {
      controller ??= new AbortController()
      if (reason) controller.abort(reason)
      return controller.signal
    },
    async race(work) {
      if (reason) throw reason
      let abandon = (_: ArtooError) => {}
      const aborted = new Promise<never>((_, reject) => {
        abandon = reject
        abandoned.add(reject)
      })
      try {
        return await Promise.race([work(), aborted])
      } finally {
        abandoned.delete(abandon)
      }
    },
    fail,
    release,
  }
}

/**
 * Does one work under a deadline of its own, which is released when the work has ended.
 *
 * @example
 * const reading = await within(signal, { clock, timeoutMs: 5_000, code: 'memory_timeout' }, ({ signal }) => read(signal))
 */
export async function within<Result>(
  parent: AbortSignal,
  limit: TimeLimit | undefined,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const deadline = deadlineFor(parent, limit)
  try {
    return await deadline.race(() => work(deadline))
  } finally {
    deadline.release()
  }
}

function expireAfter({ clock, timeoutMs, code }: TimeLimit, fail: (why: ArtooError) => void): () => void {
  return clock.schedule(timeoutMs, () => fail(new ArtooError(code, `no result within ${timeoutMs} ms`)))
}
