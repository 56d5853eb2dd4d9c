import { anySignal } from '@artoo/spec'
import type { EvalReport, EvalRun } from '../report/report.js'
import { summaryOf } from '../report/summary.js'
import { knownOptions } from './known-options.js'
import { type Due, oneRun } from './one-run.js'
import type { EvalCase, EvaluateOptions } from './options.js'
import { seedOf } from './seed-of.js'

/**
 * Runs each case as often as `repeats` says, scores each run by every check, and reports all of them. A run that throws or takes too long is
 * in the report with its error and scores 0.
 *
 * @example
 * const report = await evaluate({
 *   cases: [{ name: 'refund', input: 'Refund A-7', expected: 'A-7' }],
 *   run: (one, { signal }) => artoo.run(one.input, { signal }),
 *   checks: { namesTheOrder: ({ result, case: { expected } }) => result.summary.includes(expected) },
 *   repeats: 3,
 * })
 * console.log(reportTable(report))
 *
 * @throws {ArtooError} `invalid_option`; the reason of `signal`; whatever `onResult` throws.
 */
export async function evaluate<Case extends EvalCase, Result>(
  options: EvaluateOptions<Case, Result>,
): Promise<EvalReport> {
  const { cases, repeats, concurrency, seed, signal: given, onResult, ...means } = knownOptions(options)
  given?.throwIfAborted()
  const ended = new AbortController()
  const signal = given ? anySignal([given, ended.signal]) : ended.signal
  const due: readonly Due<Case>[] = cases.flatMap((one) =>
    Array.from({ length: repeats }, (_, index) => ({
      one,
      repeat: index + 1,
      seed: seedOf(seed, one.name, index + 1),
    })),
  )
  const runs: EvalRun[] = []
  const places = due.entries()

  async function work(): Promise<void> {
    for (const [place, next] of places) {
      signal.throwIfAborted()
      const { run, result } = await oneRun(next, { ...means, signal })
      signal.throwIfAborted()
      runs[place] = run
      await onResult?.(run, next.one, result)
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, due.length) }, work))
  } catch (error) {
    ended.abort(error)
    throw error
  }
  const checks = Object.keys(means.checks)
  const names = cases.map(({ name }) => name)
  return { version: 1, seed, repeats, cases: names, checks, runs, summary: summaryOf(checks, runs) }
}
