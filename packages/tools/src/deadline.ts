import { ArtooError, type Clock } from '@artoo/spec'

export interface Deadline {
  /** Aborted by the caller's signal or by the time limit. */
  readonly signal: AbortSignal
  /** Settles with `work`, or rejects as soon as the signal aborts; what `work` does after that is ignored. */
  race<Result>(work: () => Promise<Result>): Promise<Result>
  /** Removes the listener and the timer. */
  release(): void
}

export interface TimeLimit {
  readonly clock: Clock
  readonly timeoutMs: number
}

/** A signal that follows `parent` and, given a limit, fires with `tool_timeout` when the time is up. */
export function deadlineFor(parent: AbortSignal, limit?: TimeLimit): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const follow = () => controller.abort(new ArtooError('aborted', 'the call was aborted', { cause: parent.reason }))
  if (parent.aborted) follow()
  parent.addEventListener('abort', follow, { once: true })
  const cancelTimer = limit && expireAfter(controller, limit)
  return {
    signal,
    async race(work) {
      signal.throwIfAborted()
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        work().then(resolve, reject)
      })
    },
    release() {
      parent.removeEventListener('abort', follow)
      cancelTimer?.()
    },
  }
}

function expireAfter(controller: AbortController, { clock, timeoutMs }: TimeLimit): () => void {
  return clock.schedule(timeoutMs, () =>
    controller.abort(new ArtooError('tool_timeout', `no result within ${timeoutMs} ms`)),
  )
}
