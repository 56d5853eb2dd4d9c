import type { Chance } from './chance.js'

/** What the world of a loop is like. */
export interface Climate {
  /** The share of attempts that succeed. */
  readonly success: number
  /** The share of successes that can't be taken over. */
  readonly conflicts: number
  /** The share of own checks that hold once the parts are done. */
  readonly proofs: number
  readonly verdict: 'honest' | 'never' | 'flaky' | 'tampered' | 'open'
  readonly model: 'none' | 'good' | 'wild' | 'down'
  /** Stops, redirects and interrupts that people make. */
  readonly interventions: number
  readonly crashes: number
  /** The share of batches during which the process dies, without end. */
  readonly deadliness: number
  /** The share of sub-agents that report after they were called off. */
  readonly lateness: number
}

export function randomClimate(chance: Chance): Climate {
  return {
    success: chance.pick([0, 0.02, 0.3, 0.6, 0.8, 1]),
    conflicts: chance.pick([0, 0, 0.2]),
    proofs: chance.pick([0, 0.5, 1]),
    verdict: chance.pick(['honest', 'honest', 'never', 'flaky', 'tampered', 'open']),
    model: chance.pick(['none', 'good', 'good', 'wild', 'down']),
    interventions: chance.is(0.4) ? 0 : 1 + chance.below(10),
    crashes: chance.is(0.5) ? 0 : 1 + chance.below(4),
    deadliness: chance.pick([0, 0, 0, 0, 0.3, 1]),
    lateness: chance.pick([0, 0.3]),
  }
}
