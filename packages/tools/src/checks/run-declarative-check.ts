import { type CheckVerdict, deadlineFor, describeIssues, errorMessage } from '@artoo/spec'
import { assertBounded } from '../input-size.js'
import { type CheckOptions, checkKinds } from './check-kinds.js'
import type { DeclarativeCheck } from './declarative-check.js'
import { verdictOf } from './finding.js'

export interface DeclarativeCheckOptions extends CheckOptions {
  /** What `json` and `regex` look at when they name no file. @defaultValue nothing */
  readonly output?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one check that is given as data. Data that makes no check, or a command that the gate doesn't let run, fails as
 * `logical`, and the evidence says why.
 *
 * @throws {ArtooError} `invalid_option` for a wrong option, `aborted` when the signal aborts.
 */
export async function runDeclarativeCheck(
  check: DeclarativeCheck,
  { output = '', signal = new AbortController().signal, ...options }: DeclarativeCheckOptions,
): Promise<CheckVerdict> {
  const { declared } = checkKinds('runDeclarativeCheck', options)
  const misfit = (why: string): CheckVerdict => ({ pass: false, evidence: why, failureClass: 'logical' })
  try {
    assertBounded('a check', check)
  } catch (error) {
    return misfit(errorMessage(error))
  }
  const read = declared.safeParse(check)
  if (!read.success) return misfit(describeIssues(read.error.issues))
  const deadline = deadlineFor(signal)
  try {
    return verdictOf(await deadline.race(() => read.data({ output, signal: deadline.signal })))
  } finally {
    deadline.release()
  }
}
