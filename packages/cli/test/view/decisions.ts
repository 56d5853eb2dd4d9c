import { type Cause, type ControllerOptions, type Decision, type Observation, replay } from '@artoo/ggs'

interface Circumstances {
  readonly failedCall?: boolean
  readonly elapsedMs?: number
  /** The cause that the judge named. @defaultValue none */
  readonly cause?: Cause
}

/** A round in which a share of four criteria failed. */
export function round(
  failed: number,
  { failedCall = false, elapsedMs = 10_000, cause }: Circumstances = {},
): Observation {
  const criteria = [0, 1, 2, 3].map((index) => ({
    ...{ criterion: `criterion ${index}`, mode: 'verifiable' as const, attempts: 1 },
    ...(index < failed
      ? { verdict: 'fail' as const, failureClass: 'environmental' as const, failedAttempts: 1, ...(cause && { cause }) }
      : { verdict: 'pass' as const, failureClass: null, failedAttempts: 0 }),
  }))
  const status = failed > 0 ? ('failed' as const) : ('matched' as const)
  const calls = [{ tool: 'read_file', target: 'a.txt', failed: failedCall }]
  return {
    outcomes: [{ id: 'part', replaces: 'part', status, criteria, failureClass: null, calls }],
    ...{ elapsedMs, accepted: failed === 0 },
  }
}

/** A round with a part that is done beside one that was not. */
export function halfDone(cause: Cause): Observation {
  const { outcomes, ...rest } = round(4, { cause })
  const [done] = round(0).outcomes
  return { ...rest, outcomes: [...outcomes, ...(done ? [{ ...done, id: 'other', replaces: null }] : [])] }
}

/** The decisions of the controller about rounds. */
export const decisionsOf = (...rounds: readonly Observation[]): readonly Decision[] => replay(rounds)

/** The same with other gains or another profile. */
export const decisionsUnder = (options: ControllerOptions, ...rounds: readonly Observation[]): readonly Decision[] =>
  replay(rounds, options)
