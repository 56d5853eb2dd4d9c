import { type Clock, nextMacrotask } from '@artoo/spec'

export interface HurriedClock extends Clock {
  /** Timers that have neither fired nor been cancelled. */
  readonly pending: number
  /** Lets time pass until the work is done; false when nothing happens any more and it isn't. */
  drive(work: Promise<unknown>): Promise<boolean>
}

/** So often has to be asked in vain whether anything happens before time passes: all that a panel does takes fewer turns. */
const quietTurns = 4
const stuckTurns = 500
const longestMs = 7 * 24 * 3_600_000

/** Time passes only while nothing happens, and then at once: a hang of two minutes costs nothing. */
export function hurriedClock(): HurriedClock {
  const startedAt = Date.parse('2026-01-01T00:00:00.000Z')
  let now = startedAt
  let uses = 0
  const timers = new Map<symbol, { readonly due: number; readonly callback: () => void }>()

  function passTime(): boolean {
    const due = Math.min(...[...timers.values()].map((timer) => timer.due))
    if (!Number.isFinite(due)) return false
    now = Math.max(now, due)
    for (const [key, timer] of [...timers]) {
      // One that falls due with another may be cancelled by it.
      if (timer.due > now || !timers.delete(key)) continue
      timer.callback()
    }
    return true
  }

  return {
    now() {
      uses++
      return now
    },
    schedule(delayMs, callback) {
      uses++
      const key = Symbol()
      timers.set(key, { due: now + delayMs, callback })
      return () => void timers.delete(key)
    },
    get pending() {
      return timers.size
    },
    async drive(work) {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      let [quiet, seen] = [0, uses]
      while (!isDone) {
        await nextMacrotask()
        quiet = uses === seen ? quiet + 1 : 0
        seen = uses
        if (quiet >= quietTurns && passTime()) quiet = 0
        if (quiet > stuckTurns || now > startedAt + longestMs) return false
      }
      return true
    },
  }
}
