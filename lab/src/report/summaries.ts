import type { Result } from '../controller/study.js'
import { difference, type Estimate, estimate, meanOf } from '../statistics.js'

/** Results by policy and family. */
export interface Summaries {
  readonly families: readonly string[]
  of(policy: string, family: string): Result
  /** The mean over families, each counted alike. */
  mean(policy: string, of: 'solved' | 'wrong' | 'ownedUp' | 'rounds'): Estimate
  /** How much more one policy solves than another on the same tasks: in a family, or the mean over all. */
  gain(policy: string, over: string, family?: string): Estimate
  /** Sums over all families, as shares. */
  near(policy: string): { readonly delivered: number; readonly right: number }
  lawTwo(policy: string, families?: readonly string[]): { readonly ended: number; readonly wrongly: number }
}

export function summariesOf(results: readonly Result[]): Summaries {
  const known = new Map(results.map((result) => [`${result.policy} in ${result.family}`, result]))
  const families = [...new Set(results.map(({ family }) => family))]
  const of = (policy: string, family: string): Result => {
    const result = known.get(`${policy} in ${family}`)
    if (!result) throw new RangeError(`no result of ${policy} in ${family}`)
    return result
  }
  const gainIn = (policy: string, over: string, family: string) =>
    difference(of(policy, family).solved, of(over, family).solved)
  const sum = (policy: string, amount: (result: Result) => number, among: readonly string[] = families) =>
    among.reduce((total, family) => total + amount(of(policy, family)), 0)
  return {
    families,
    of,
    mean: (policy, what) => meanOf(families.map((family) => estimate(of(policy, family)[what]))),
    gain: (policy, over, family) =>
      family === undefined ? meanOf(families.map((one) => gainIn(policy, over, one))) : gainIn(policy, over, family),
    near(policy) {
      const delivered = sum(policy, ({ near }) => near.delivered)
      const right = sum(policy, ({ near }) => near.right)
      return {
        delivered: delivered / sum(policy, ({ solved }) => solved.length),
        right: right / Math.max(1, delivered),
      }
    },
    lawTwo(policy, among: readonly string[] = families) {
      const tasks = sum(policy, ({ solved }) => solved.length, among)
      const ended = sum(policy, ({ lawTwo }) => lawTwo.ended, among)
      const wrongly = sum(policy, ({ lawTwo }) => lawTwo.wrongly, among)
      return { ended: ended / tasks, wrongly: wrongly / tasks }
    },
  }
}
