import { ArtooError } from '@artoo/spec'

/** The values that each GGS macro-state writes: magnitude f, valence σ, decay rate k per day (paper section 6.3). */
export const quantization = {
  abandon: { f: 0.95, sigma: -1, k: 0.05 },
  accept: { f: 0.9, sigma: 1, k: 0.05 },
  change_approach: { f: 0.85, sigma: -1, k: 0.05 },
  success: { f: 0.8, sigma: 1, k: 0.05 },
  break_symmetry: { f: 0.75, sigma: 1, k: 0.05 },
  change_path: { f: 0.3, sigma: 0, k: 0.2 },
  refine: { f: 0.1, sigma: 0.5, k: 0.5 },
} as const

export type MegramState = keyof typeof quantization

export const macroStates = Object.keys(quantization) as readonly MegramState[]

/** The decay rates a Megram can have, per day. A given rate is moved to the nearest (by ratio), so that a pair has few. */
export const decayRates = [
  0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50,
] as const

const slowest = decayRates[0]
const fastest = decayRates[decayRates.length - 1] ?? slowest

/**
 * The rate of `decayRates` nearest to `k` by ratio.
 *
 * @throws {ArtooError} `invalid_megram` when `k` is not within 0.0001 to 50 per day.
 */
export function quantizedRate(k: number): number {
  if (typeof k !== 'number' || !(k >= slowest && k <= fastest)) {
    const message = `k is ${k}; give a decay rate from ${slowest} to ${fastest} per day.`
    throw new ArtooError('invalid_megram', message, { field: 'k' })
  }
  const distance = (rate: number) => Math.abs(Math.log(rate / k))
  return decayRates.reduce<number>((best, rate) => (distance(rate) < distance(best) ? rate : best), slowest)
}
