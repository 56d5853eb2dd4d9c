import { ArtooError } from '@artoo/spec'

export type Action = 'ignore' | 'exploit' | 'avoid' | 'caution'

export interface Potentials {
  /** Σ |f|·e^(−kΔt): how much there is to know. */
  readonly attention: number
  /** Σ σ·f·e^(−kΔt): whether it speaks for (positive) or against. Never larger than attention in magnitude. */
  readonly decision: number
  readonly action: Action
}

/** What one Megram adds to a pair. `anchor` is when its decay starts, in ms. */
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

const millisecondsPerDay = 86_400_000

/** The decay kernel e^(−kΔt), at most 1. `k` per day, `elapsedMs` in milliseconds. */
export function decay(k: number, elapsedMs: number): number {
  return Math.exp((-k * Math.max(0, elapsedMs)) / millisecondsPerDay)
}

/** Milliseconds until magnitude `f` has decayed to `threshold`: ln(f/threshold)/k days, at least 0. */
export function timeUntil(threshold: number, f: number, k: number): number {
  return f <= threshold ? 0 : (Math.log(f / threshold) / k) * millisecondsPerDay
}

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
