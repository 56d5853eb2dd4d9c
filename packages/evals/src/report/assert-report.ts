import { ArtooError, isObject } from '@artoo/spec'
import type { EvalReport } from './report.js'

/**
 * Refuses a value that is not a report, which may come from a file.
 *
 * @throws {ArtooError} `invalid_report`.
 */
export function assertReport(value: unknown, field: string): asserts value is EvalReport {
  if (isObject(value) && typeof value.version === 'number' && value.version !== 1) {
    throw new ArtooError('invalid_report', `${field} has version ${value.version}, and this release reads 1`, { field })
  }
  if (!isReport(value)) {
    throw new ArtooError('invalid_report', `${field} must be a report as evaluate returns it`, { field })
  }
}

function isReport(value: unknown): boolean {
  if (!isObject(value) || value.version !== 1) return false
  const { cases, checks, runs } = value
  return isNames(cases) && isNames(checks) && Array.isArray(runs) && runs.every((run) => isRun(run, checks))
}

function isRun(run: unknown, checks: readonly string[]): boolean {
  if (!isObject(run) || typeof run.case !== 'string' || !Number.isInteger(run.repeat)) return false
  const { scores, errors } = run
  return (
    Array.isArray(errors) &&
    errors.every(isObject) &&
    isObject(scores) &&
    checks.every((check) => isScore(scores, check))
  )
}

const isScore = (scores: Readonly<Record<string, unknown>>, check: string) =>
  Object.hasOwn(scores, check) && Number.isFinite(scores[check])

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
