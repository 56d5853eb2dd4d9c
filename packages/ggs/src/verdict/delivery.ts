import type { TableProfile } from '../profile/profile.js'
import type { Directive } from '../terms/directives.js'

/** A round, and how far its result was from the intent. */
export interface RoundDistance {
  /** 1 for the first. */
  readonly round: number
  readonly D: number
}

/** The nearest of the rounds that may be delivered, the last of equals; `null` for one that may not. */
export function nearerOf(best: RoundDistance | null, present: RoundDistance | null): RoundDistance | null {
  if (best === null || present === null) return present ?? best
  return best.D < present.D ? best : present
}

/** A round as one that may be delivered; `null` where something of it was not done. */
export function candidateOf({ round, D, undone }: RoundDistance & { readonly undone: number }): RoundDistance | null {
  return undone > 0 ? null : { round, D }
}

/** The round whose result is delivered: the present one, or the best where the profile settles at the end. */
export function deliveryOf(
  directive: Directive,
  best: RoundDistance | null,
  present: RoundDistance | null,
  settle: TableProfile['settle'],
): number | null {
  if (directive !== 'accept' && directive !== 'success') return null
  const delivered = settle === 'at_the_end' ? nearerOf(best, present) : present
  return delivered?.round ?? null
}
