import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, oneByOne, systemClock } from '@artoo/spec'
import { type PathLock, takeLock } from '@artoo/spec/node'
import { withFolder } from '../journal/journal-folder.js'

/** Milliseconds after which a process that has more to do leaves a gap for others, and those that it lasts at most. */
const busyMs = 20
const gapMs = 4

/** Milliseconds until a work fails whose turn doesn't come. */
const patienceMs = 30_000

/** Runs a work with the lock. Rejects as the work does, or with `queue_locked` when its turn doesn't come. */
export type LockedTurn = <Result>(work: (lock: PathLock) => Promise<Result>) => Promise<Result>

/**
 * Works one at a time over all processes of the machine, under the lock of a path. A process that dies in the middle holds up no other; one that
 * is stopped there does.
 */
export function lockedTurns(folder: string, path: string): LockedTurn {
  const clock = systemClock()
  const inTurn = oneByOne()
  let busySince: number | null = null
  let pending = 0

  const take = async () => takeLock(path, { clock, code: 'queue_locked', remedy: 'wait for it, or end it if it hangs' })

  async function taken(): Promise<PathLock> {
    for (const since = performance.now(); ; ) {
      try {
        return await withFolder(folder, take)
      } catch (error) {
        if (errorCode(error) !== 'queue_locked' || performance.now() - since > patienceMs) throw error
        await sleep(Math.random() * gapMs)
      }
    }
  }

  return (work) => {
    pending++
    return inTurn(async () => {
      const lock = await taken()
      busySince ??= performance.now()
      try {
        return await work(lock)
      } finally {
        lock.release()
        pending--
        const isLong = performance.now() - busySince > busyMs
        if (pending === 0 || isLong) busySince = null
        if (pending > 0 && isLong) await sleep(gapMs)
      }
    })
  }
}
