import { assertOptions, deadlineFor, describeIssues, errorMessage } from '@artoo/spec'
import { assertBounded } from '../input-size.js'
import { assertionCheck } from './assertion-check.js'
import { type CheckOptions, checkKinds } from './check-kinds.js'
import type { DeclarativeCheck } from './declarative-check.js'
import { type DeclarativeVerdict, verdictOf } from './finding.js'
import type { Question } from './question.js'

export interface DeclarativeCheckOptions extends CheckOptions {
  /** What `json` and `regex` look at when they name no file. @defaultValue nothing */
  readonly output?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one check that is given as data. Data that makes no check, or a command that the gate doesn't let run, fails as
 * `logical`, and the evidence says why. An `assertion` is never decided: the verdict then lists what a person has to confirm.
 *
 * @throws {ArtooError} `invalid_option` for a wrong option, `aborted` when the signal aborts.
 */
export async function runDeclarativeCheck(
  check: DeclarativeCheck,
  { output = '', signal = new AbortController().signal, ...options }: DeclarativeCheckOptions,
): Promise<DeclarativeVerdict> {
  const read = readCheck('runDeclarativeCheck', check, options)
  if (typeof read === 'string') return { pass: false, evidence: read, failureClass: 'logical' }
  const deadline = deadlineFor(signal)
  try {
    return verdictOf(await deadline.race(() => read({ output, signal: deadline.signal })))
  } finally {
    deadline.release()
  }
}

/**
 * Why data makes no check, the reason of the gate for a command that it doesn't let run included, in words that a model can act
 * on; null when it makes one. Nothing is run or looked at.
 *
 * @throws {ArtooError} `invalid_option` for a wrong option.
 */
export function reviewDeclarativeCheck(
  check: unknown,
  options: Pick<CheckOptions, 'allowedCommands'> = {},
): string | null {
  assertOptions(options, ['allowedCommands'], { of: 'reviewDeclarativeCheck' })
  const read = readCheck('reviewDeclarativeCheck', check, { ...options, root: '.' })
  return typeof read === 'string' ? read : null
}

/** Or why it is none. */
function readCheck(of: string, check: unknown, options: CheckOptions): Question | string {
  const { declared } = checkKinds(of, options, [assertionCheck()])
  try {
    assertBounded('a check', check)
  } catch (error) {
    return errorMessage(error)
  }
  const read = declared.safeParse(check)
  return read.success ? read.data : describeIssues(read.error.issues)
}
