import type { Clock } from '@artoo/spec'

/** A task's time: it stands still while people are waited for. */
export interface TaskTime {
  /** Milliseconds left. */
  remainingMs(): number
  /** Milliseconds that people took so far. */
  waitedMs(): number
  /** The clock stands still until every function that this returned was called. */
  pause(): () => void
  /** Removes the timer. */
  stop(): void
}

export function taskTime(clock: Clock, limitMs: number, onExpired: () => void): TaskTime {
  const startedAt = clock.now()
  let waitedBefore = 0
  let waitingSince: number | undefined
  let pauses = 0
  let stopped = false
  let cancel = () => {}

  function waitedMs(): number {
    return waitedBefore + (waitingSince === undefined ? 0 : clock.now() - waitingSince)
  }

  function remainingMs(): number {
    return Math.max(0, limitMs - (clock.now() - startedAt - waitedMs()))
  }

  function runOn(): void {
    cancel = clock.schedule(remainingMs(), onExpired)
  }

  runOn()
  return {
    remainingMs,
    waitedMs,
    pause() {
      if (pauses++ === 0) {
        cancel()
        waitingSince = clock.now()
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
