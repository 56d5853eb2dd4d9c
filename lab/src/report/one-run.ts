import { type Cause, type Decision, explain, type Observation, replay } from '@artoo/ggs'

interface Round {
  readonly named: Cause | null
  readonly target: string
  readonly error?: 'missing'
  readonly elapsedMs: number
}

/** A round of one part with one criterion, and the call that it made. */
function round({ named, target, error, elapsedMs }: Round, index: number): Observation {
  const failed = named !== null
  return {
    outcomes: [
      {
        id: `1.${index + 1}`,
        replaces: index === 0 ? null : `1.${index}`,
        status: failed ? 'failed' : 'matched',
        criteria: [
          {
            criterion: 'the mail has the figures of March',
            ...{ mode: 'verifiable', verdict: failed ? 'fail' : 'pass', failureClass: null, cause: named },
            ...{ failedAttempts: failed ? 1 : 0, attempts: 1 },
          },
        ],
        failureClass: null,
        calls: [{ tool: 'read_file', target, failed: error !== undefined, ...(error && { error }) }],
      },
    ],
    elapsedMs,
    accepted: !failed,
  }
}

/**
 * The run in the picture of docs/controller.md: the report that is to be mailed does not exist yet; once it is made, its figures are wrong, first as if of
 * another month, then as if summed wrongly.
 */
const oneRun: readonly Observation[] = [
  { named: 'not_yet', target: 'out/march.md', error: 'missing', elapsedMs: 20_000 } as const,
  { named: 'wrong_parameter', target: 'out/march.md', elapsedMs: 45_000 } as const,
  { named: 'wrong_method', target: 'out/march.md', elapsedMs: 80_000 } as const,
  { named: null, target: 'out/march.md', elapsedMs: 100_000 } as const,
].map(round)

export const decisionsOnOneRun: readonly Decision[] = replay(oneRun)

/** The texts of docs/controller.md about the run. */
export const oneRunTexts = {
  'one-run': decisionsOnOneRun
    .map(({ directive, rationale }, index) => `${index + 1}. \`${directive}\`: ${rationale}`)
    .join('\n'),
  explained: decisionsOnOneRun
    .slice(0, 1)
    .map((decision) => `\`\`\`text\n${explain(decision).text}\n\`\`\``)
    .join(''),
} as const
