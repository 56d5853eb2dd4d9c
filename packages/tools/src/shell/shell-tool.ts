import { realpath } from 'node:fs/promises'
import { ArtooError, type Effect, type Sandbox, type SecretSource, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import type { WritableHistory } from '../history/file-history.js'
import { assessCommand, type CommandAssessment } from '../law1/assess-command.js'
import { partsOf } from '../law1/call-parts.js'
import { withoutFirstStep } from '../law1/folder-of-line.js'
import { commandRules } from '../permissions/command-rules.js'
import { type Reach, reachFields } from '../permissions/reach.js'
import { rootOption } from '../root-option.js'
import { assertSandbox } from '../sandbox-option.js'
import { type SecretOptions, secretsOption } from '../secrets/secret-files.js'
import { confinedShell } from './confined-shell.js'
import { minimalEnvironment, readOnlyEnvironment } from './environment.js'
import { gitProgramReason } from './git-programs.js'
import { historyWithoutSecrets } from './history-without-secrets.js'
import { repeatOf } from './repeat-of.js'
import type { ConfinedResult } from './run-confined.js'
import { type ProcessResult, runProcess } from './run-process.js'

/** The most characters of a command: Linux takes 128 KiB for one argument, and a character may be three bytes. */
const longestCommand = 32_768

const command = z
  .string()
  .min(1)
  .max(longestCommand)
  .describe('a POSIX shell command; it runs in the root directory and has no input')

/** Milliseconds for a look at git's configuration. */
const longestLook = 10_000

export interface ShellInput extends Reach {
  readonly command: string
}

export interface ShellOptions extends SecretOptions {
  /** The directory the command starts in, which must exist. A shell is not confined to it, but by a sandbox. */
  readonly root: string
  /** Made by `sandbox()` of `@artoo/sandbox`. @defaultValue commands run with the rights of the process */
  readonly sandbox?: Sandbox | undefined
}

/**
 * Runs a command with `/bin/sh` (dash, bash or busybox; there is none on Windows). Law 1: only a command whose whole
 * syntax tree is known to be read-only runs unasked; see `assessCommand` for what that means. In a sandbox every command is confined.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option.
 */
export function shellTool(options: ShellOptions): Tool<ShellInput> {
  const root = rootOption('shellTool', options, ['sandbox', 'secrets'])
  const tool = shellToolIn(root, { sandbox: assertSandbox(options.sandbox) })
  return Object.assign(tool, secretsOption(root, options))
}

interface Beside {
  /** A history in which each command that may change something is noted. */
  readonly history?: WritableHistory | undefined
  readonly sandbox?: Sandbox | undefined
  /** The secrets that the notes of commands leave out. */
  readonly secrets?: SecretSource | undefined
}

export function shellToolIn(root: string, { history: given, sandbox, secrets }: Beside): Tool<ShellInput> {
  const history = given && secrets ? historyWithoutSecrets(given, secrets) : given
  const confined = sandbox?.report().available ? confinedShell(root, { sandbox, history }) : null
  const unconfined = confined ? [] : (sandbox?.report().problems ?? [])

  /** Git may start programs that the configuration of the folder names, whatever a rule says of another command. */
  async function covers(patterns: readonly string[], input: ShellInput): Promise<readonly string[] | null> {
    const command = withoutFirstStep(input.command, root)
    const used = await commandRules.covers(patterns, { ...input, command })
    if (used === null || confined) return used
    const reason = await gitProgramReason(command, root, AbortSignal.timeout(longestLook))
    return reason === null ? used : null
  }

  return defineTool({
    name: 'shell',
    description: confined?.description ?? description,
    input: confined ? z.object({ command, ...reachFields }) : z.object({ command }),
    root,
    history: given,
    target: ({ command }) => command,
    rules: { ...commandRules, covers },
    async effect(input: ShellInput, { signal }): Promise<Effect> {
      const { command } = input
      if (confined) return confined.effect(input, signal)
      const reason = assessCommand(command).reason ?? (await gitProgramReason(command, root, signal))
      if (reason === null) return { kind: 'read' }
      const parts = partsOf(command)
      const repeat = await repeatOf(command, root, signal)
      const told = unconfined.length > 0 ? `${reason}; no sandbox confines it (${unconfined[0]})` : reason
      return { kind: 'irreversible', action: `run \`${command}\``, reason: told, parts, ...(repeat && { repeat }) }
    },
    async execute(input: ShellInput, { signal, confirmed, taskId, callId }) {
      const { command } = input
      const assessment = assessCommand(command)
      if (confined) return ended(await confined.run(input, { signal, confirmed, taskId, callId }), assessment)
      const cwd = await realpath(root)
      const reason = confirmed ? null : (assessment.reason ?? (await gitProgramReason(command, cwd, signal)))
      if (reason !== null) throw new ArtooError('law1_refused', reason)
      const env = confirmed ? minimalEnvironment(process.env) : readOnlyEnvironment(process.env, cwd)
      const run = () => runProcess(['/bin/sh', '-c', command], { cwd, env, signal })
      const result = confirmed && history ? await history.run({ taskId, callId, command }, run) : await run()
      return ended(result, assessment)
    },
  })
}

const description =
  'Runs a POSIX shell command in the root directory. Commands that only read (ls, find, grep, wc, sort, head …) run ' +
  'at once; before anything that could change something the user may be asked.'

function ended(
  result: ProcessResult & Partial<ConfinedResult>,
  { exitOneMeansNo }: Pick<CommandAssessment, 'exitOneMeansNo'>,
): string {
  const answeredNo = result.exit === 1 && result.stderr === '' && exitOneMeansNo
  if (result.exit === 0 || answeredNo) return report(result)
  throw new ArtooError('exit_nonzero', report(result))
}

function report({ stdout, stderr, exit, notes = [] }: ProcessResult & Partial<ConfinedResult>): string {
  const sections = [
    stdout.trimEnd(),
    stderr.trimEnd() && `[stderr]\n${stderr.trimEnd()}`,
    stdout.trim() || stderr.trim() ? '' : '(no output)',
    typeof exit === 'number' ? `[exit ${exit}]` : `[killed by ${exit}]`,
    ...notes,
  ]
  return sections.filter((section) => section !== '').join('\n')
}
