import { type Clock, causesOf, errorMessage, shortened, stopwatch, type TimeLimit, within } from '@artoo/spec'
import type { EvalFailure, EvalRun } from '../report/report.js'
import type { EvalCase, EvalCheck, EvaluateOptions } from './options.js'
import { scoreOf } from './score.js'
import { usageOf } from './usage-of.js'

/** The run that is due. */
export interface Due<Case> {
  readonly one: Case
  readonly repeat: number
  readonly seed: number
}

interface Means<Case extends EvalCase, Result> extends Pick<EvaluateOptions<Case, Result>, 'run' | 'checks'> {
  readonly timeoutMs: number | undefined
  readonly clock: Clock
  readonly signal: AbortSignal
}

interface Ended<Result> {
  readonly run: EvalRun
  /** Undefined for a run that failed. */
  readonly result: Result | undefined
}

/** Runs a case once and scores it. Never rejects: whatever is thrown, an abort included, is an error of the run. */
export async function oneRun<Case extends EvalCase, Result>(
  { one, repeat, seed }: Due<Case>,
  { run, checks, timeoutMs, clock, signal }: Means<Case, Result>,
): Promise<Ended<Result>> {
  const limit: TimeLimit | undefined = timeoutMs === undefined ? undefined : { clock, timeoutMs, code: 'eval_timeout' }
  const tried = async <Value>(work: (signal: AbortSignal) => Value | PromiseLike<Value>): Promise<Tried<Value>> => {
    try {
      return { value: await within(signal, limit, async (deadline) => work(deadline.signal)) }
    } catch (error) {
      return { error }
    }
  }

  const elapsedMs = stopwatch(clock)
  const outcome = await tried((signal) => run(one, { seed, repeat, signal }))
  const durationMs = elapsedMs()
  const about = { case: one.name, repeat, seed }
  const names = Object.keys(checks)
  if ('error' in outcome) {
    const scores = Object.fromEntries(names.map((name) => [name, 0]))
    const errors = [describe(null, outcome.error)]
    return { run: { ...about, scores, notes: {}, errors, durationMs, usage: null }, result: undefined }
  }

  const result = outcome.value
  const scores: (readonly [string, number])[] = []
  const notes: (readonly [string, string])[] = []
  const errors: EvalFailure[] = []
  for (const [name, check] of Object.entries<EvalCheck<Case, Result>>(checks)) {
    const checked = await tried(async (signal) => scoreOf(await check({ case: one, result, seed, repeat, signal })))
    const failure = 'error' in checked ? describe(name, checked.error) : undefined
    if (failure) errors.push(failure)
    const { score, note } = 'error' in checked ? { score: 0, note: failure?.message } : checked.value
    scores.push([name, score])
    if (note !== undefined) notes.push([name, note])
  }
  const scored = { scores: Object.fromEntries(scores), notes: Object.fromEntries(notes), errors }
  return { run: { ...about, ...scored, durationMs, usage: usageOf(result) }, result }
}

type Tried<Value> = { readonly value: Value } | { readonly error: unknown }

function describe(check: string | null, error: unknown): EvalFailure {
  const { name, code } = causesOf(error)[0] ?? {}
  return {
    check,
    name: typeof name === 'string' ? shortened(name, 100) : 'Error',
    message: shortened(errorMessage(error)),
    code: typeof code === 'string' ? shortened(code, 100) : typeof code === 'number' ? `${code}` : null,
  }
}
