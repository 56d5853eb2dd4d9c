import { assertOptions, type Clock, type Sandbox } from '@artoo/spec'
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
import { worktreeSandbox } from './worktree-sandbox.js'

export interface NodeCheckerOptions {
  /** Times the commands. @defaultValue the system's */
  readonly clock?: Clock | undefined
  /** Confines the commands of checks: made by `sandbox()` of `@artoo/sandbox`. @defaultValue they run with the rights of the process */
  readonly sandbox?: Sandbox | undefined
}

/**
 * The checks of `@artoo/tools`, run in the folder that is given. A command's whole process group ends with it.
 *
 * @throws {ArtooError} `invalid_option`; `sandbox_unavailable` for a sandbox that confines nothing.
 */
export function nodeChecker(options: NodeCheckerOptions = {}): Checker {
  assertOptions(options, ['clock', 'sandbox'], { of: 'nodeChecker' })
  const { clock } = options
  const sandbox = worktreeSandbox(options.sandbox)
  return {
    review: (check, allowedCommands) => reviewDeclarativeCheck(check, { allowedCommands }),
    async run(check, { directory, allowedCommands, signal }) {
      // A malformed check is also a finding.
      const declared = check as unknown as DeclarativeCheck
      const given = { root: directory, allowedCommands, sandbox, signal, clock }
      const verdict = await runDeclarativeCheck(declared, given)
      return { pass: verdict.assertions ? null : verdict.pass, evidence: verdict.evidence }
    },
    pin: (directory, globs, signal) => pinFiles(directory, globs, { signal }),
    pinCommand: (directory, argv, except, signal) => pinCommand(directory, argv, { except, signal }),
    changed: changedFiles,
    whyLandingAsks,
  }
}
