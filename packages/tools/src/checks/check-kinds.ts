import { ArtooError, assertOptions, type Clock, type Sandbox, systemClock } from '@artoo/spec'
import { fileRoot } from '../files/file-root.js'
import { type RootOptions, rootOption } from '../root-option.js'
import { assertSandbox } from '../sandbox-option.js'
import { allCheck, anyCheck, nestedCheck, notCheck } from './combinators.js'
import { commandCheck } from './command-check.js'
import { type AllowedCommands, commandGate } from './command-gate.js'
import { confinedFiles } from './confined-files.js'
import { fileCheck } from './file-check.js'
import { jsonCheck } from './json-check.js'
import type { CheckKind } from './question.js'
import { regexCheck } from './regex-check.js'

export interface CheckOptions extends RootOptions {
  /**
   * Commands that may run beside those that are known to read only, each as the argv it has to be, word for word:
   * `[['npm', 'test']]`. `'all'` is for checks that no model wrote.
   *
   * @defaultValue none
   */
  readonly allowedCommands?: AllowedCommands | undefined
  /** Confines the commands. @defaultValue they run with the rights of the process */
  readonly sandbox?: Sandbox | undefined
  /** Times the commands. @defaultValue the system's */
  readonly clock?: Clock | undefined
}

const standardNames = ['file', 'json', 'regex', 'command', 'all', 'any', 'not'] as const

export interface CheckKinds {
  readonly kinds: readonly CheckKind[]
  /** Reads a check as data: its name as `check`, its arguments beside. */
  readonly declared: ReturnType<typeof nestedCheck>
}

/**
 * The standard kinds, and `more` that may be combined with them.
 *
 * @throws {ArtooError} `invalid_option`, whose `field` is the option at fault.
 */
export function checkKinds(of: string, options: CheckOptions, more: readonly CheckKind[] = []): CheckKinds {
  assertOptions(options, ['root', 'allowedCommands', 'sandbox', 'clock'], {
    of,
    aliases: { dir: 'root', cwd: 'root', path: 'root' },
  })
  const { allowedCommands: allowed = [], clock = systemClock() } = options
  const sandbox = assertSandbox(options.sandbox)
  assertAllowed(allowed)
  const root = rootOption(of, { root: options.root })
  const files = confinedFiles(fileRoot(root))
  const names = [...standardNames, ...more.map(({ name }) => name)]
  const nested = nestedCheck(names, (name) => kinds.find((kind) => kind.name === name))
  const kinds: readonly CheckKind[] = [
    fileCheck(files),
    jsonCheck(files),
    regexCheck(files),
    commandCheck({ root, allowed, gate: commandGate(allowed), sandbox, clock }),
    allCheck(nested),
    anyCheck(nested),
    notCheck(nested),
    ...more,
  ]
  return { kinds, declared: nested }
}

function assertAllowed(allowed: unknown): void {
  const isArgv = (argv: unknown) =>
    Array.isArray(argv) && argv.length > 0 && argv.every((word) => typeof word === 'string')
  if (allowed === 'all' || (Array.isArray(allowed) && allowed.every(isArgv))) return
  const message = "allowedCommands is a list of argvs, such as [['npm', 'test']], or 'all'"
  throw new ArtooError('invalid_option', message, { field: 'allowedCommands' })
}
