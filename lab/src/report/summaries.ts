import type { Delivered } from '../controller/calibration.js'
import type { Result } from '../controller/study.js'
import { bootstrapped, type Estimate, estimate, type Interval, meanOf } from '../statistics.js'

type Measure = 'solved' | 'wrong' | 'near' | 'possible' | 'calls' | 'rounds'

/** Results by policy and family. */
export interface Summaries {
  readonly families: readonly string[]
  of(policy: string, family: string): Result
  /** The mean over families, each counted alike, or in one. */
  mean(policy: string, of: Measure, family?: string): Estimate
  /** How much more one policy solves than another on the same tasks: in a family, or the mean over all. */
  gain(policy: string, over: string, family?: string): Interval
  /** Calls for each task that is solved. */
  price(policy: string): number
  delivered(policy: string): readonly Delivered[]
}

export function summariesOf(results: readonly Result[]): Summaries {
  const known = new Map(results.map((result) => [`${result.policy} in ${result.family}`, result]))
  const families = [...new Set(results.map(({ family }) => family))]
  const of = (policy: string, family: string): Result => {
    const result = known.get(`${policy} in ${family}`)
    if (!result) throw new RangeError(`no result of ${policy} in ${family}`)
    return result
  }
  const total = (policy: string, what: Measure) =>
    families.reduce((sum, family) => sum + of(policy, family)[what].reduce((all, value) => all + value, 0), 0)
  return {
    families,
    of,
    mean: (policy, what, family) =>
      meanOf((family === undefined ? families : [family]).map((one) => estimate(of(policy, one)[what]))),
    gain: (policy, over, family) =>
      bootstrapped(
        (family === undefined ? families : [family]).map((one) => [of(policy, one).solved, of(over, one).solved]),
      ),
    price: (policy) => total(policy, 'calls') / Math.max(1, total(policy, 'solved')),
    delivered: (policy) => families.flatMap((family) => of(policy, family).delivered),
  }
}
