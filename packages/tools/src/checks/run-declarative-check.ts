import { assertOptions, describeIssues, errorMessage, within } from '@artoo/spec'
import { assertBounded } from '../input-size.js'
import { assertionCheck } from './assertion-check.js'
import { type CheckOptions, checkKinds } from './check-kinds.js'
import type { DeclarativeCheck } from './declarative-check.js'
import { type DeclarativeVerdict, verdictOf } from './finding.js'
import type { Question } from './question.js'

export interface DeclarativeCheckOptions extends CheckOptions {
  /** The text that `json` and `regex` check when they name no file. @defaultValue an empty text */
  readonly output?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one check that is given as data. Invalid data, or a command that the gate refuses, fails as `logical` with the
 * reason as evidence. An `assertion` is never decided: the verdict then lists the sentences that a person has to
 * confirm.
 *
 * @throws {ArtooError} `invalid_option` for a wrong option, `aborted` when the signal aborts.
 */
export async function runDeclarativeCheck(
  check: DeclarativeCheck,
  { output = '', signal = new AbortController().signal, ...options }: DeclarativeCheckOptions,
): Promise<DeclarativeVerdict> {
  const read = readCheck('runDeclarativeCheck', check, options)
  if (typeof read === 'string') return { pass: false, evidence: read, failureClass: 'logical' }
  return verdictOf(await within(signal, undefined, (deadline) => read({ output, signal: deadline.signal })))
}

/**
 * Returns the reason why data is not a valid check, in words that a model can act on; null for a valid one. A command
 * that the gate refuses is a reason as well. Nothing is run or read.
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

/** The check that data describes, or the reason why the data is not valid. */
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
