import type { Clock } from './clock.js'
import { ArtooError } from './errors.js'
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
  const controller = new AbortController()
  const { signal } = controller
  const follow = () => controller.abort(new ArtooError('aborted', 'the call was aborted', { cause: parent.reason }))
  let stopFollowing: (() => void) | undefined
  let cancelTimer: (() => void) | undefined
  const release = () => {
    stopFollowing?.()
    cancelTimer?.()
  }
  if (parent.aborted) {
    follow()
  } else {
    cancelTimer = limit && expireAfter(controller, limit)
    stopFollowing = onAbort(parent, follow)
    signal.addEventListener('abort', release, { once: true })
  }
  return {
    signal,
    race: (work) => unlessAborted(signal, work),
    fail: (reason) => controller.abort(reason),
    release,
  }
}

async function unlessAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted()
  let abandon = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason)
    signal.addEventListener('abort', abandon, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}

function expireAfter(controller: AbortController, { clock, timeoutMs, code }: TimeLimit): () => void {
  return clock.schedule(timeoutMs, () => controller.abort(new ArtooError(code, `no result within ${timeoutMs} ms`)))
}
