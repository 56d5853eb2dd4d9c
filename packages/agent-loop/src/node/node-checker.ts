import { assertOptions, type Clock } from '@artoo/spec'
import {
  changedFiles,
  type DeclarativeCheck,
  pinCommand,
  pinFiles,
  reviewDeclarativeCheck,
  runDeclarativeCheck,
  whyLandingAsks,
} from '@artoo/tools/node'
import type { Checker } from '../ports/checker.js'

export interface NodeCheckerOptions {
  /** Times the commands. @defaultValue the system's */
  readonly clock?: Clock | undefined
}

/** The checks of `@artoo/tools`, run in the folder that is given. A command's whole process group ends with it. */
export function nodeChecker(options: NodeCheckerOptions = {}): Checker {
  assertOptions(options, ['clock'], { of: 'nodeChecker' })
  const { clock } = options
  return {
    review: (check, allowedCommands) => reviewDeclarativeCheck(check, { allowedCommands }),
    async run(check, { directory, allowedCommands, signal }) {
      // A malformed check is also a finding.
      const declared = check as unknown as DeclarativeCheck
      const verdict = await runDeclarativeCheck(declared, { root: directory, allowedCommands, signal, clock })
      return { pass: verdict.assertions ? null : verdict.pass, evidence: verdict.evidence }
    },
    pin: (directory, globs, signal) => pinFiles(directory, globs, { signal }),
    pinCommand: (directory, argv, except, signal) => pinCommand(directory, argv, { except, signal }),
    changed: changedFiles,
    whyLandingAsks,
  }
}
