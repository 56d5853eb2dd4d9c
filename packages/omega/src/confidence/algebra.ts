import { ArtooError } from '@artoo/spec'
import type { Claim, Factor } from '../protocol/state.js'
import { protocol } from '../protocol/thresholds.js'
import { consensus } from './consensus.js'
import { type Correlation, correlationOf, meanCorrelation } from './correlation.js'
import { within } from './invalid-confidence.js'

/** The range of a factor, by kind (section 2.3). A check either refutes, 0, or holds, 1 to 1.5. */
const factorRanges = {
  survival: [0, 1],
  verification: [0.5, 1.5],
  check: [0, 1.5],
} as const satisfies Record<Factor['kind'], readonly [number, number]>

/** Into 0 to 1. Only for what was multiplied: what comes in from outside is refused instead. */
export function clamp01(value: number): number {
  if (!Number.isFinite(value))
    throw new ArtooError('invalid_confidence', `value is ${value}: it has to be a finite number`, { field: 'value' })
  return Math.min(1, Math.max(0, value))
}

/** All of them are needed: the least, less what their parts lack in fit. Null when one isn't known, or there is none. */
export function and(values: readonly (number | null)[], coherence = 1): number | null {
  const known = knownOf(values)
  within(coherence, 0, 1, 'coherence')
  return known.length === 0 || known.length < values.length ? null : Math.min(...known) * coherence
}

/** One of them is enough: the greatest that is known. */
export function or(values: readonly (number | null)[]): number | null {
  const known = knownOf(values)
  return known.length === 0 ? null : Math.max(...known)
}

function knownOf(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) => (value === null ? [] : [within(value, 0, 1, `values[${index}]`)]))
}

/**
 * The confidence of a claim: the consensus of its supporters times its factors, clamped once and only here, so that
 * neither their order nor a repetition matters. A refuted claim is 0 even if no supporter gave a confidence; otherwise
 * null without one.
 */
export function valueOfClaim(
  claim: Pick<Claim, 'supporters' | 'factors' | 'status'>,
  correlation: Correlation = correlationOf,
): number | null {
  const product = productOf(claim.factors)
  if (claim.status === 'rejected' || product === 0) return 0
  const prior = priorOf(claim, correlation)
  return prior === null ? null : clamp01(prior * product)
}

/** The consensus of those supporters of a claim that give a confidence. */
function priorOf({ supporters }: Pick<Claim, 'supporters'>, correlation: Correlation): number | null {
  const voices = supporters.filter(({ confidence }) => confidence !== null)
  return consensus(
    voices.map(({ confidence }) => ({ confidence, weight: 1 })),
    meanCorrelation(voices, correlation),
  )
}

function productOf(factors: readonly Factor[]): number {
  const last = new Map(factors.map((factor) => [`${factor.kind} ${factor.agent}`, checkedFactor(factor).value]))
  // In order of size: the same factors give the same bits, whoever came first.
  return [...last.values()].sort((a, b) => a - b).reduce((product, value) => product * value, 1)
}

/** The factor itself, or an error if its kind doesn't allow for its value. */
export function checkedFactor<F extends Pick<Factor, 'kind' | 'value'>>(factor: F): F {
  const [least, most] = factorRanges[factor.kind]
  within(factor.value, least, most, `${factor.kind} factor`)
  return factor
}

/** Somebody looked and found it to be so: code, or a verifier who isn't worse off for it. */
export function isVerified({ factors }: Pick<Claim, 'factors'>): boolean {
  return factors.some(verifies)
}

/**
 * The same, by somebody who doesn't share the errors of those who hold the claim. That a check passes is code's word; that it bears on the
 * claim is the word of the agent that named it, so another one has to have looked at the claim and left it standing.
 */
export function isIndependentlyVerified({ factors }: Pick<Claim, 'factors'>): boolean {
  return factors.some(
    (factor) =>
      factor.independent &&
      verifies(factor) &&
      (factor.kind !== 'check' || factors.some((other) => other.agent !== factor.agent && leavesStanding(other))),
  )
}

function verifies({ kind, value }: Factor): boolean {
  return kind !== 'survival' && value >= 1
}

const leavesStanding = ({ kind, value }: Factor) => value >= (kind === 'survival' ? protocol.sure : 1)
