import { type Axis, type Band, type Banded, bands } from '../profile/bands.js'
import type { TableController } from '../profile/controller.js'
import type { ProfileRow } from '../profile/profile.js'
import type { Situation } from '../profile/situation.js'
import { type Cut, comparison, type Inequality } from './inequality.js'

/** The comparisons by which a situation lies in the bands that the row of its action names. */
export function rowInequalities(
  { when }: ProfileRow,
  point: Banded,
  { D, P, gradient, failedCalls = 0 }: Situation,
  { hyperparameters: { epsilon, delta, mu, rho }, profile }: TableController,
): readonly Inequality[] {
  const near: Cut = { threshold: 'δ', limit: delta, below: '≤', above: '>' }
  const middle: Cut = mu > delta ? { ...near, threshold: 'µ', limit: mu } : near
  const logical: Cut = { threshold: 'ρ', limit: rho, below: '≤', above: '>' }
  const failed: Cut = { threshold: '0', limit: 0, below: '=', above: '>' }
  const falling: Cut = { threshold: '−ε', limit: -epsilon, below: '≤', above: '>' }
  const rising: Cut = { threshold: 'ε', limit: epsilon, below: '<', above: '≥' }
  // A profile that settles at once has already compared D of the whole round with δ.
  const distances = profile.settle === 'at_once' ? [null, middle] : [near, middle]

  return (Object.keys(when) as Axis[]).flatMap((axis): readonly Inequality[] => {
    switch (axis) {
      case 'cost':
        return []
      case 'distance':
        return around('distance', distances).map((cut) => comparison('D', D, cut))
      case 'implausibility':
        return around('implausibility', [logical]).map((cut) => comparison('P', P, cut))
      case 'calls':
        return around('calls', [failed]).map((cut) => comparison('failed calls', failedCalls, cut))
      case 'gradient':
        return gradient === null ? [] : slope(gradient)
      default:
        return axis satisfies never
    }
  })

  function slope(value: number): readonly Inequality[] {
    const wanted = when.gradient ?? bands.gradient
    const hasSides = wanted.includes('falling') && wanted.includes('rising')
    const isEven = wanted.includes('falling') === wanted.includes('rising')
    if (isEven) return hasSides && wanted.includes('flat') ? [] : [comparison('|∇|', Math.abs(value), rising)]
    return around('gradient', [null, falling, rising]).map((cut) => comparison('∇', value, cut))
  }

  /** The cuts next to the row's bands around the present one; `cuts[i]` lies between the bands i and i + 1. */
  function around<A extends Axis>(axis: A, cuts: readonly (Cut | null)[]): readonly Cut[] {
    const line: readonly Band<A>[] = bands[axis]
    const isWanted = (place: number) =>
      line[place] !== undefined && (when[axis] as readonly Band<A>[]).includes(line[place])
    let first = line.indexOf(point[axis])
    let last = first
    while (isWanted(first - 1)) first -= 1
    while (isWanted(last + 1)) last += 1
    return [cuts[first - 1], cuts[last]].filter((cut) => cut !== undefined && cut !== null)
  }
}
