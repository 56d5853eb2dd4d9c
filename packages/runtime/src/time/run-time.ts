import { type Clock, monotonicTime } from '@artoo/spec'

/** A run's time: it stands still while people are waited for. */
export interface RunTime {
  /** Milliseconds in all. */
  readonly limitMs: number
  /** Milliseconds left. */
  remainingMs(): number
  /** Milliseconds that people took so far. */
  waitedMs(): number
  /** Aborts when the time is up. */
  readonly expired: AbortSignal
  /** The clock stands still until every function that this returned was called. */
  pause(): () => void
  /** Removes the timer. */
  stop(): void
}

/** `before` is what a run that is gone on with has behind it. */
export function runTime(clock: Clock, limitMs: number, before = { workedMs: 0, waitedMs: 0 }): RunTime {
  const now = () => monotonicTime(clock)
  const startedAt = now() - before.workedMs - before.waitedMs
  const expiry = new AbortController()
  let waitedBefore = before.waitedMs
  let waitingSince: number | undefined
  let pauses = 0
  let stopped = false
  let cancel = () => {}

  function waitedMs(): number {
    return waitedBefore + (waitingSince === undefined ? 0 : now() - waitingSince)
  }

  function remainingMs(): number {
    return Math.max(0, limitMs - (now() - startedAt - waitedMs()))
  }

  function runOn(): void {
    cancel = clock.schedule(remainingMs(), () => expiry.abort())
  }

  runOn()
  return {
    limitMs,
    remainingMs,
    waitedMs,
    expired: expiry.signal,
    pause() {
      if (pauses++ === 0) {
        cancel()
        waitingSince = now()
      }
      let over = false
      return () => {
        if (over) return
        over = true
        if (--pauses > 0) return
        waitedBefore = waitedMs()
        waitingSince = undefined
        if (!stopped) runOn()
      }
    },
    stop() {
      stopped = true
      cancel()
    },
  }
}
