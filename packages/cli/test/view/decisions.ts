import { type Decision, type Observation, replay } from '@artoo/ggs'

/** A round in which a share of four criteria failed. */
export function round(failed: number, { failedCall = false, elapsedMs = 10_000 } = {}): Observation {
  const criteria = [0, 1, 2, 3].map((index) => ({
    ...{ criterion: `criterion ${index}`, mode: 'verifiable' as const, attempts: 1 },
    ...(index < failed
      ? { verdict: 'fail' as const, failureClass: 'environmental' as const, failedAttempts: 1 }
      : { verdict: 'pass' as const, failureClass: null, failedAttempts: 0 }),
  }))
  const status = failed > 0 ? ('failed' as const) : ('matched' as const)
  const calls = [{ tool: 'read_file', target: 'a.txt', failed: failedCall }]
  return {
    outcomes: [{ id: 'part', replaces: 'part', status, criteria, failureClass: null, calls }],
    ...{ elapsedMs, accepted: failed === 0 },
  }
}

/** The decisions of the controller about rounds. */
export const decisionsOf = (...rounds: readonly Observation[]): readonly Decision[] => replay(rounds)
