import { ArtooError, assertOptions, countOption, isAbortSignal, isRecord, systemClock } from '@artoo/spec'
import type { EvalCase, EvaluateOptions } from './options.js'

const names = [
  ...['cases', 'run', 'checks', 'repeats', 'concurrency', 'seed', 'timeoutMs'],
  ...['signal', 'clock', 'onResult'],
]

/** Names of other tools for the same. */
const aliases = {
  data: 'cases',
  task: 'run',
  scorers: 'checks',
  scores: 'checks',
  trials: 'repeats',
  timeout: 'timeoutMs',
}

/**
 * The options with their defaults, once they are sure to be right.
 *
 * @throws {ArtooError} `invalid_option`.
 */
export function knownOptions<Case extends EvalCase, Result>(options: EvaluateOptions<Case, Result>) {
  assertOptions(options, names, { of: 'evaluate', aliases })
  const { cases, run, checks, repeats = 1, concurrency = 4, seed = 1, timeoutMs, signal, clock, onResult } = options
  assertCases(cases)
  must(typeof run === 'function', 'run', 'a function')
  assertChecks(checks)
  countOption('repeats', repeats, 1)
  countOption('concurrency', concurrency, 1)
  must(Number.isSafeInteger(seed), 'seed', 'a whole number')
  must(timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0), 'timeoutMs', 'a number above 0')
  must(signal === undefined || isAbortSignal(signal), 'signal', 'an AbortSignal')
  must(clock === undefined || typeof clock?.schedule === 'function', 'clock', 'a clock')
  must(onResult === undefined || typeof onResult === 'function', 'onResult', 'a function')
  return { cases, run, checks, repeats, concurrency, seed, timeoutMs, signal, clock: clock ?? systemClock(), onResult }
}

function assertCases(cases: readonly EvalCase[]): void {
  must(Array.isArray(cases) && cases.length > 0, 'cases', 'a list with one case at least')
  const seen = new Map<string, number>()
  for (const [index, one] of cases.entries()) {
    const field = `cases.${index}.name`
    must(typeof one?.name === 'string' && one.name.trim() !== '', field, 'a text')
    const earlier = seen.get(one.name)
    if (earlier !== undefined) refuse(field, `${field} is ${JSON.stringify(one.name)}, as is cases.${earlier}.name`)
    seen.set(one.name, index)
  }
}

function assertChecks(checks: Readonly<Record<string, unknown>>): void {
  must(isRecord(checks) && Object.keys(checks).length > 0, 'checks', 'an object with one check at least')
  for (const [name, check] of Object.entries(checks)) must(typeof check === 'function', `checks.${name}`, 'a function')
}

function must(isRight: boolean, field: string, shape: string): void {
  if (!isRight) refuse(field, `${field} must be ${shape}`)
}

function refuse(field: string, message: string): never {
  throw new ArtooError('invalid_option', message, { field })
}
