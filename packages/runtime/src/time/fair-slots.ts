import { countOption, within } from '@artoo/spec'

/** Runs work when one of a limited number of places is free. */
export type InSlot = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface SlotCounts {
  readonly running: number
  readonly waiting: number
}

export interface FairSlots {
  /** The work of all runs that has a place, and that waits for one. */
  counts(): SlotCounts
  /** The places for one run: when its signal aborts, waiting work is rejected. */
  forRun(signal: AbortSignal): InSlot
}

interface Share {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * A number of places for all runs together. One run gets all but one of them at the most, so that it can't keep the others
 * waiting for ever, and a place that falls free goes to the run that has the fewest.
 *
 * @throws {ArtooError} `invalid_option` for less than one place.
 */
export function fairSlots(places: number): FairSlots {
  countOption('places', places, 1)
  const shares = new Set<Share>()
  const most = Math.max(1, places - 1)
  let free = places

  function next(): void {
    while (free > 0) {
      const open = [...shares].filter(({ taken, waiting }) => waiting.length > 0 && taken < most)
      const [least] = open.sort((one, other) => one.taken - other.taken)
      const start = least?.waiting.shift()
      if (!least || !start) return
      // A run goes behind the others that have as many places.
      shares.delete(least)
      shares.add(least)
      least.taken++
      free--
      start()
    }
  }

  return {
    counts() {
      const waiting = [...shares].reduce((sum, share) => sum + share.waiting.length, 0)
      return { running: places - free, waiting }
    },
    forRun(signal) {
      const share: Share = { taken: 0, waiting: [] }

      async function place(): Promise<void> {
        let start = () => {}
        const started = new Promise<void>((resolve) => {
          start = resolve
        })
        shares.add(share)
        share.waiting.push(start)
        next()
        if (!share.waiting.includes(start)) return
        try {
          await within(signal, undefined, () => started)
        } catch (error) {
          const index = share.waiting.indexOf(start)
          if (index < 0) leave()
          else share.waiting.splice(index, 1)
          forget()
          throw error
        }
      }

      function leave(): void {
        share.taken--
        free++
        forget()
        next()
      }

      function forget(): void {
        if (share.taken === 0 && share.waiting.length === 0) shares.delete(share)
      }

      return async (work) => {
        signal.throwIfAborted()
        await place()
        try {
          return await work()
        } finally {
          leave()
        }
      }
    },
  }
}
