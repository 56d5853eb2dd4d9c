import { ArtooError, assertOptions } from '@artoo/spec'
import { assertReport } from '../report/assert-report.js'
import type { EvalReport, EvalRun } from '../report/report.js'
import { signTest } from './sign-test.js'

export interface CompareOptions {
  /** The probability that `isWorse` is true although nothing has changed, at most, below 1. @defaultValue 0.05 */
  readonly level?: number | undefined
}

/** The difference between two reports, over the runs of the same case and repeat. */
export interface Comparison {
  /** Whether a check got worse by more than chance explains: for CI. */
  readonly isWorse: boolean
  /** Pairs of runs. */
  readonly pairs: number
  /** The p value up to which a check has changed: the level divided by the number of checks. */
  readonly level: number
  /** The checks that both reports have. */
  readonly checks: readonly CheckChange[]
  /** Cases in which a run gained or lost, for each check of which that is true. */
  readonly cases: readonly CaseChange[]
  /** Cases and checks that only one report has; they are not compared. */
  readonly only: {
    readonly before: { readonly cases: readonly string[]; readonly checks: readonly string[] }
    readonly after: { readonly cases: readonly string[]; readonly checks: readonly string[] }
  }
}

export type Change = 'worse' | 'better' | 'unclear'

export interface CheckChange extends Counts {
  readonly check: string
  /** The p value of the exact sign test on `gained` and `lost`, two-sided. */
  readonly p: number
  /** `unclear` where chance may explain the difference. */
  readonly change: Change
}

export interface CaseChange extends Counts {
  readonly case: string
  readonly check: string
}

interface Counts {
  /** Mean scores of the paired runs. */
  readonly before: number
  readonly after: number
  /** Pairs whose score rose, and pairs whose score fell. */
  readonly gained: number
  readonly lost: number
}

/**
 * Compares two reports of the same cases, such as one of the main branch and one of a change. It speaks of these cases, and not of others.
 *
 * @throws {ArtooError} `invalid_report`, `invalid_option`, or `nothing_to_compare` for reports without a common run or check.
 */
export function compareReports(before: EvalReport, after: EvalReport, options: CompareOptions = {}): Comparison {
  assertReport(before, 'before')
  assertReport(after, 'after')
  const shared = before.checks.filter((check) => after.checks.includes(check))
  const pairs = pairsOf(before.runs, after.runs)
  const level = levelOf(options) / Math.max(1, shared.length)
  if (shared.length === 0 || pairs.length === 0) {
    const missing = shared.length === 0 ? 'check' : 'run of the same case and repeat'
    throw new ArtooError('nothing_to_compare', `the reports have no ${missing} in common`)
  }
  const checks = shared.map((check) => checkChange(check, countsOf(check, pairs), level))
  return {
    isWorse: checks.some(({ change }) => change === 'worse'),
    pairs: pairs.length,
    level,
    checks,
    cases: before.cases.flatMap((name) => caseChanges(name, shared, pairs)),
    only: { before: onlyIn(before, after), after: onlyIn(after, before) },
  }
}

type Pair = readonly [before: EvalRun, after: EvalRun]

function pairsOf(before: readonly EvalRun[], after: readonly EvalRun[]): readonly Pair[] {
  const key = ({ case: name, repeat }: EvalRun) => `${repeat} ${name}`
  const others = new Map(after.map((run) => [key(run), run]))
  return before.flatMap((run) => {
    const other = others.get(key(run))
    return other ? [[run, other] as const] : []
  })
}

function countsOf(check: string, pairs: readonly Pair[]): Counts {
  const scores = pairs.map(([one, other]) => [one.scores[check] ?? 0, other.scores[check] ?? 0] as const)
  return {
    before: scores.reduce((sum, [one]) => sum + one, 0) / pairs.length,
    after: scores.reduce((sum, [, other]) => sum + other, 0) / pairs.length,
    gained: scores.filter(([one, other]) => other > one).length,
    lost: scores.filter(([one, other]) => other < one).length,
  }
}

function checkChange(check: string, counts: Counts, level: number): CheckChange {
  const p = signTest(counts.gained, counts.lost)
  const change = p > level ? 'unclear' : counts.lost > counts.gained ? 'worse' : 'better'
  return { check, ...counts, p, change }
}

function caseChanges(name: string, checks: readonly string[], pairs: readonly Pair[]): readonly CaseChange[] {
  const own = pairs.filter(([run]) => run.case === name)
  return checks
    .map((check) => ({ case: name, check, ...countsOf(check, own) }))
    .filter(({ gained, lost }) => gained + lost > 0)
}

const onlyIn = (report: EvalReport, other: EvalReport) => ({
  cases: report.cases.filter((name) => !other.cases.includes(name)),
  checks: report.checks.filter((check) => !other.checks.includes(check)),
})

function levelOf(options: CompareOptions): number {
  const { level = 0.05 } = assertOptions(options, ['level'], { of: 'compareReports' })
  if (typeof level === 'number' && level > 0 && level < 1) return level
  throw new ArtooError('invalid_option', 'level must be a number between 0 and 1', { field: 'level' })
}
