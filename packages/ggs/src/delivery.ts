import type { Controller } from './controller.js'
import type { Directive } from './macro-state.js'

/** A round, and how far its result was from the intent. */
export interface RoundDistance {
  /** 1 for the first. */
  readonly round: number
  readonly D: number
}

/** The nearest round so far, the last of equals. */
export function nearerOf(best: RoundDistance | null, present: RoundDistance): RoundDistance {
  return best !== null && best.D < present.D ? best : present
}

/** The round whose result is delivered: the present one, or the best where the profile settles at the end. */
export function deliveryOf(
  directive: Directive,
  best: RoundDistance | null,
  present: RoundDistance,
  { profile }: Controller,
): number | null {
  if (directive !== 'accept' && directive !== 'success') return null
  return profile.settle === 'at_the_end' ? nearerOf(best, present).round : present.round
}
