import type { EffectKind } from '@artoo/spec'
import type { InSlot } from '../../run/fair-slots.js'

/** One call's place among those of its key. */
export interface CallPlace {
  /** Reads go side by side; everything else one after the other, in the order in which the model asked for it. */
  inOrder<Result>(kind: EffectKind, work: () => Promise<Result>): Promise<Result>
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
  return {
    enter() {
      // A call may be checked faster than the one before it, so it waits until that one's effect is known.
      const before = known
      let leave = () => {}
      known = new Promise((resolve) => {
        leave = resolve
      })
      return {
        leave,
        async inOrder(kind, work) {
          await before
          const done = kind === 'read' ? work() : oneByOne(work)
          leave()
          return done
        },
      }
    },
  }
}
