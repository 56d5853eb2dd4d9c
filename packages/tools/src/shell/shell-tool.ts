import { realpath } from 'node:fs/promises'
import { ArtooError, type Tool } from '@artoo/spec'
import * as z from 'zod'
import { defineTool } from '../define-tool.js'
import type { WritableHistory } from '../history/file-history.js'
import { assessCommand } from '../law1/assess-command.js'
import { partsOf } from '../law1/call-parts.js'
import { withoutFirstStep } from '../law1/folder-of-line.js'
import { commandRules } from '../permissions/command-rules.js'
import { rootOption } from '../root-option.js'
import { minimalEnvironment, readOnlyEnvironment } from './environment.js'
import { gitProgramReason } from './git-programs.js'
import { repeatOf } from './repeat-of.js'
import { type ProcessResult, runProcess } from './run-process.js'

/** The most characters of a command: Linux takes 128 KiB for one argument, and a character may be three bytes. */
const longestCommand = 32_768

const input = z.object({
  command: z
    .string()
    .min(1)
    .max(longestCommand)
    .describe('a POSIX shell command; it runs in the root directory and has no input'),
})

/** Milliseconds for a look at git's configuration. */
const longestLook = 10_000

export type ShellInput = z.output<typeof input>

export interface ShellOptions {
  /** The directory the command starts in, which must exist. A shell is not confined to it. */
  readonly root: string
}

/**
 * Runs a command with `/bin/sh` (dash, bash or busybox; there is none on Windows). Law 1: only a command whose whole
 * syntax tree is known to be read-only runs unasked; see `assessCommand` for what that means.
 *
 * @throws {ArtooError} `invalid_option` when `root` is no directory, or for an unknown option.
 */
export function shellTool(options: ShellOptions): Tool<ShellInput> {
  return shellToolIn(rootOption('shellTool', options), undefined)
}

/** The same with a history in which each command that may change something is noted. */
export function shellToolIn(root: string, history: WritableHistory | undefined): Tool<ShellInput> {
  /** Git may start programs that the configuration of the folder names, whatever a rule says of another command. */
  async function covers(patterns: readonly string[], { command }: ShellInput): Promise<readonly string[] | null> {
    const used = await commandRules.covers(patterns, { command: withoutFirstStep(command, root) })
    const reason = used && (await gitProgramReason(command, root, AbortSignal.timeout(longestLook)))
    return reason === null ? used : null
  }

  return defineTool({
    name: 'shell',
    description:
      'Runs a POSIX shell command in the root directory. Commands that only read (ls, find, grep, wc, sort, head …) run ' +
      'at once; before anything that could change something the user may be asked.',
    input,
    root,
    history,
    target: ({ command }) => command,
    rules: { ...commandRules, covers },
    async effect({ command }, { signal }) {
      const reason = assessCommand(command).reason ?? (await gitProgramReason(command, root, signal))
      if (reason === null) return 'read'
      const parts = partsOf(command)
      const repeat = await repeatOf(command, root, signal)
      return { kind: 'irreversible', action: `run \`${command}\``, reason, parts, ...(repeat && { repeat }) }
    },
    async execute({ command }, { signal, confirmed, taskId, callId }) {
      const cwd = await realpath(root)
      const assessment = assessCommand(command)
      const reason = confirmed ? null : (assessment.reason ?? (await gitProgramReason(command, cwd, signal)))
      if (reason !== null) throw new ArtooError('law1_refused', reason)
      const env = confirmed ? minimalEnvironment(process.env) : readOnlyEnvironment(process.env, cwd)
      const run = () => runProcess(['/bin/sh', '-c', command], { cwd, env, signal })
      const result = confirmed && history ? await history.run({ taskId, callId, command }, run) : await run()
      const answeredNo = result.exit === 1 && result.stderr === '' && assessment.exitOneMeansNo
      if (result.exit === 0 || answeredNo) return report(result)
      throw new ArtooError('exit_nonzero', report(result))
    },
  })
}

function report({ stdout, stderr, exit }: ProcessResult): string {
  const sections = [
    stdout.trimEnd(),
    stderr.trimEnd() && `[stderr]\n${stderr.trimEnd()}`,
    stdout.trim() || stderr.trim() ? '' : '(no output)',
    typeof exit === 'number' ? `[exit ${exit}]` : `[killed by ${exit}]`,
  ]
  return sections.filter((section) => section !== '').join('\n')
}
