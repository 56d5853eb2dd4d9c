import { type EffectKind, onlyReads } from '@artoo/spec'
import type { InSlot } from '../../run/fair-slots.js'

/** One call's place among those of its key. */
export interface CallPlace {
  /**
   * Reads go side by side; everything else one after the other, in the order in which the model asked for it, and what comes after a
   * change begins when that is done. `stale` when something
   * was carried out since the call entered: what was found out about its effect may not be so any more.
   */
  inOrder<Result>(kind: EffectKind, work: (stale: boolean) => Promise<Result>): Promise<Result>
  /** To be called at the end in any case, so that nobody waits for a call that never came to its turn. */
  leave(): void
}

export interface CallOrder {
  /** To be called in the model's order. */
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
          // Nothing waits for a read; who comes after a change sees it done.
          const done = work(carriedOut > before.carriedOut)
          leave()
          return done
        },
      }
    },
  }
}
