import type { EvalReport } from '../src/index.js'
import { evaluate } from '../src/index.js'

/** A report in which each run has the scores given, by case, repeat and check. A case without scores fails. */
export function reportOf(
  scores: Readonly<Record<string, readonly Readonly<Record<string, number>>[]>>,
): Promise<EvalReport> {
  const entries = Object.entries(scores)
  const checks = Object.keys(entries[0]?.[1][0] ?? {})
  return evaluate({
    cases: entries.map(([name, own]) => ({ name, own })),
    repeats: Math.max(...entries.map(([, own]) => own.length)),
    run({ own }, { repeat }) {
      const found = own[repeat - 1]
      if (!found) throw new Error('a | b\n`c`')
      return found
    },
    checks: Object.fromEntries(
      checks.map((check) => [check, ({ result }: { result: Readonly<Record<string, number>> }) => result[check] ?? 0]),
    ),
  })
}
