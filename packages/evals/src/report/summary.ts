import { shareOf } from '@artoo/spec'
import { type CheckSummary, type EvalRun, type EvalSummary, type EvalUsage, usageFields } from './report.js'

/** Sums all runs up, by check. */
export function summaryOf(checks: readonly string[], runs: readonly EvalRun[]): EvalSummary {
  return {
    checks: Object.fromEntries(
      checks.map((check) => [check, checkSummary(runs.map(({ scores }) => scores[check] ?? 0))]),
    ),
    failed: runs.filter(({ errors }) => errors.length > 0).length,
    usage: sumOf(runs.flatMap(({ usage }) => (usage ? [usage] : []))),
  }
}

function checkSummary(scores: readonly number[]): CheckSummary {
  const sum = scores.reduce((total, score) => total + score, 0)
  const { low, high } = shareOf(sum, scores.length)
  return { mean: sum / Math.max(1, scores.length), n: scores.length, low, high }
}

function sumOf(bills: readonly EvalUsage[]): EvalUsage | null {
  if (bills.length === 0) return null
  const shared = usageFields.filter((field) => bills.every((bill) => bill[field] !== undefined))
  return Object.fromEntries(shared.map((field) => [field, bills.reduce((sum, bill) => sum + (bill[field] ?? 0), 0)]))
}
