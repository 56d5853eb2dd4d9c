import { ArtooError } from '@artoo/spec'
import { decay } from './decay.js'

export type Action = 'ignore' | 'exploit' | 'avoid' | 'caution'

export interface Potentials {
  /** Σ |f|·e^(−kΔt): how much there is to know. */
  readonly attention: number
  /** Σ σ·f·e^(−kΔt): whether it speaks for (positive) or against. Never larger than attention in magnitude. */
  readonly decision: number
  readonly action: Action
}

/** One Megram's contribution to a pair. `anchor` is the time from which it decays, ms. */
export interface Contribution {
  readonly f: number
  readonly sigma: number
  readonly k: number
  readonly anchor: number
}

/** Thresholds of the paper, sections 6.4 and 7. */
export const thresholds = {
  attention: 0.5,
  decision: 0.2,
  forget: 0.1,
  promoteAttention: 5,
  promoteDecision: 3,
} as const

/**
 * Rounding may put a sum off by less than this part of the pair's attention. Promotion and bankruptcy allow for it, so
 * that 50 Megrams of 0.1 reach 5.
 */
export const sumTolerance = 1e-9

/**
 * The action for a pair of potentials (paper section 6.4).
 *
 * @throws {ArtooError} `invalid_potential` when either is NaN.
 */
export function actionFor(attention: number, decision: number): Action {
  if (Number.isNaN(attention) || Number.isNaN(decision)) {
    throw new ArtooError('invalid_potential', 'A potential is NaN; give two numbers.', {
      field: Number.isNaN(attention) ? 'attention' : 'decision',
    })
  }
  if (attention < thresholds.attention) return 'ignore'
  if (decision > thresholds.decision) return 'exploit'
  if (decision < -thresholds.decision) return 'avoid'
  return 'caution'
}

/** The direct sum over contributions at time `now`: the reference that the running aggregates are held to. */
export function directSum(contributions: Iterable<Contribution>, now: number): Potentials {
  let attention = 0
  let decision = 0
  for (const { f, sigma, k, anchor } of contributions) {
    const live = f * decay(k, now - anchor)
    attention += live
    decision += sigma * live
  }
  return { attention, decision, action: actionFor(attention, decision) }
}
