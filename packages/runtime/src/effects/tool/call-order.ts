import { type EffectKind, onlyReads } from '@artoo/spec'
import type { InSlot } from '../../time/fair-slots.js'

/** One call's place among those of its key. */
export interface CallPlace {
  /**
   * Runs reads side by side, and all other calls one after the other, in the order in which the model asked for them. A
   * call behind a change begins when that is done. `stale` when a call was carried out since this one entered: its
   * effect may be another by now.
   */
  inOrder<Result>(kind: EffectKind, work: (stale: boolean) => Promise<Result>): Promise<Result>
  /** Must be called at the end in any case, so that no call waits for one that never had its turn. */
  leave(): void
}

export interface CallOrder {
  /** Must be called in the model's order. */
  enter(): CallPlace
}

/** `oneByOne` has a single place. */
export function callOrder(oneByOne: InSlot): CallOrder {
  let known: Promise<void> = Promise.resolve()
  let carriedOut = 0
  return {
    enter() {
      const before = { known, carriedOut }
      // A call may be checked faster than the one before it, so it waits until that one's effect is known.
      let leave = () => {}
      known = new Promise((resolve) => {
        leave = resolve
      })
      return {
        leave,
        async inOrder(kind, work) {
          await before.known
          const change = () => work(carriedOut > before.carriedOut).finally(() => carriedOut++)
          if (!onlyReads(kind)) return oneByOne(change)
          // A read keeps no call waiting; a call behind a change begins after the change.
          const done = work(carriedOut > before.carriedOut)
          leave()
          return done
        },
      }
    },
  }
}
