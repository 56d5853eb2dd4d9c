import { ArtooError } from '../errors/errors.js'
import { type Clock, monotonicTime } from './clock.js'
import { onAbort } from './on-abort.js'

export interface Deadline {
  /** Aborted by the parent signal or when the time is up. */
  readonly signal: AbortSignal
  /** Settles with `work`, or rejects as soon as the signal aborts; what `work` does after that is ignored. */
  race<Result>(work: () => Promise<Result>): Promise<Result>
  /** Stops the time, for a wait that doesn't count. The returned function lets it go on. */
  pause(): () => void
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
  return new Following(parent, limit)
}

// A class, since V8 keeps all that a getter of an object literal closes over until its next full collection.
class Following implements Deadline {
  readonly #abandoned = new Set<(reason: ArtooError) => void>()
  #reason: ArtooError | undefined
  // Made on demand: few of a run's many deadlines are asked for their signal, and in Node the signal is the costly
  // part.
  #controller: AbortController | undefined
  #stopFollowing: (() => void) | undefined
  #cancelTimer: (() => void) | undefined
  readonly #limit: TimeLimit | undefined
  #leftMs = 0
  #released = false
  #since = 0

  constructor(parent: AbortSignal, limit: TimeLimit | undefined) {
    this.#limit = limit
    const follow = () => this.fail(new ArtooError('aborted', 'the call was aborted', { cause: parent.reason }))
    if (parent.aborted) {
      follow()
    } else {
      if (limit) this.#goOn(limit, limit.timeoutMs)
      this.#stopFollowing = onAbort(parent, follow)
    }
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  race<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#reason) throw this.#reason
      this.#abandoned.add(reject)
      const settled = () => this.#abandoned.delete(reject)
      Promise.resolve(work()).then(resolve, reject).then(settled)
    })
  }

  pause(): () => void {
    const limit = this.#limit
    if (!limit || this.#reason || !this.#cancelTimer) return () => {}
    this.#cancelTimer()
    this.#cancelTimer = undefined
    const leftMs = Math.max(0, this.#leftMs - (monotonicTime(limit.clock) - this.#since))
    let isOver = false
    return () => {
      if (!isOver && !this.#reason && !this.#released) this.#goOn(limit, leftMs)
      isOver = true
    }
  }

  #goOn(limit: TimeLimit, leftMs: number): void {
    this.#leftMs = leftMs
    this.#since = monotonicTime(limit.clock)
    const { clock, timeoutMs, code } = limit
    const expire = () => this.fail(new ArtooError(code, `no result within ${timeoutMs} ms`))
    this.#cancelTimer = clock.schedule(leftMs, expire)
  }

  fail(reason: ArtooError): void {
    if (this.#reason) return
    this.#reason = reason
    this.release()
    for (const abandon of this.#abandoned) abandon(reason)
    this.#controller?.abort(reason)
  }

  release(): void {
    this.#released = true
    this.#stopFollowing?.()
    this.#cancelTimer?.()
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
