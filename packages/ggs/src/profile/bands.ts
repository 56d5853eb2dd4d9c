import type { Thresholds } from '../input/hyperparameters.js'

/** The axes of the controller's input space and the bands that thresholds divide them into. */
export const bands = {
  /** Ω < θ or Ω ≥ θ; where a profile settles at the end, whether the task would end now for any reason. */
  cost: ['affordable', 'exhausted'],
  /** D ≤ δ, D ≤ µ, or beyond. Nothing is in the middle when µ ≤ δ. */
  distance: ['near', 'middle', 'far'],
  /** P ≤ ρ or P > ρ. */
  implausibility: ['environmental', 'logical'],
  /** Whether a call failed in what failed. */
  calls: ['sound', 'failed'],
  /** No round before, ∇ ≤ −ε, |∇| < ε, or ∇ ≥ ε. */
  gradient: ['none', 'falling', 'flat', 'rising'],
} as const

export type Axis = keyof typeof bands
export type Band<A extends Axis> = (typeof bands)[A][number]

/** A point of the input space, as bands. */
export type Banded = { readonly [A in Axis]: Band<A> }

export function distanceBand(D: number, { delta, mu }: Pick<Thresholds, 'delta' | 'mu'>): Band<'distance'> {
  if (D <= delta) return 'near'
  return D <= mu ? 'middle' : 'far'
}

export function implausibilityBand(P: number, { rho }: Pick<Thresholds, 'rho'>): Band<'implausibility'> {
  return P > rho ? 'logical' : 'environmental'
}

/** Which third of the line ∇ lies in; |∇| = ε is a signal. */
export function gradientBand(
  gradient: number,
  { epsilon }: Pick<Thresholds, 'epsilon'>,
): Exclude<Band<'gradient'>, 'none'> {
  if (gradient <= -epsilon) return 'falling'
  return gradient >= epsilon ? 'rising' : 'flat'
}
