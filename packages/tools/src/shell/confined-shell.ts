import type { Effect, Irreversible, Sandbox, ToolContext } from '@artoo/spec'
import type { WritableHistory } from '../history/file-history.js'
import { assessCommand } from '../law1/assess-command.js'
import { partsOf, soleCommand } from '../law1/call-parts.js'
import { withoutFirstStep } from '../law1/folder-of-line.js'
import { shellLine } from '../law1/shell-line.js'
import { commandRules } from '../permissions/command-rules.js'
import { hostsFor, isPlain, type Reach, reachInRule, reachInWords } from '../permissions/reach.js'
import { minimalEnvironment } from './environment.js'
import { type ConfinedResult, runConfined } from './run-confined.js'

interface ConfinedCommand extends Reach {
  readonly command: string
}

/** The shell of a root, all of whose commands are confined. */
export interface ConfinedShell {
  readonly description: string
  effect(input: ConfinedCommand, signal: AbortSignal): Promise<Effect>
  run(input: ConfinedCommand, call: ConfinedCall): Promise<ConfinedResult>
}

type ConfinedCall = Pick<ToolContext, 'signal' | 'confirmed' | 'taskId' | 'callId'>

interface Components {
  readonly sandbox: Sandbox
  readonly history: WritableHistory | undefined
}

export function confinedShell(root: string, { sandbox, history }: Components): ConfinedShell {
  const commands = sandbox.network.map(({ command }) => command)

  /** The hosts that a rule of the host names with the command. */
  async function hostsOf(command: string): Promise<readonly string[]> {
    if (commands.length === 0) return []
    const used = await commandRules.covers(commands, { command: withoutFirstStep(command, root) })
    return used ? hostsFor(sandbox.network, used) : []
  }

  return {
    description,
    async effect(input) {
      const { command } = input
      const { reason } = assessCommand(command)
      if (reason === null && isPlain(input)) return { kind: 'read' }
      const call = {
        kind: 'irreversible',
        action: `run \`${command}\` in the sandbox`,
        parts: partsOf(command),
      } as const
      if (!isPlain(input)) return { ...call, ...beyond(input, root) }
      const hosts = await hostsOf(command)
      const kept = { ...call, reason: reason ?? '', ...(history && covered) }
      if (hosts.length === 0) return kept
      const { repeat: _, ...once } = kept
      return { ...once, action: `${call.action}, with ${reachInWords({ network: hosts })}` }
    },
    async run(input, { signal, confirmed, taskId, callId }) {
      const { command } = input
      const hosts = [...(input.network ?? []), ...(confirmed ? await hostsOf(command) : [])]
      const reach = { ...input, network: [...new Set(hosts)] }
      const env = minimalEnvironment(process.env)
      const argv = ['/bin/sh', '-c', command]
      if (!confirmed || !history) return runConfined(sandbox, argv, { root, env, reach, writes: confirmed, signal })
      const run = (uncovered: readonly string[]) => runConfined(sandbox, argv, { root, env, reach, uncovered, signal })
      return history.runKept({ taskId, callId, command, signal }, run)
    },
  }
}

const description =
  'Runs a POSIX shell command in the root directory, in a sandbox: it may write below the root and in $TMPDIR only (in ' +
  '/tmp and the home it sees an empty place, which is gone when it ends), and neither files that programs obey (.git, ' +
  'settings of editors and package managers) nor files that define commands (package.json, Makefile …); it sees no keys and credentials, and has no network. A result ends with a line [sandbox] when something ' +
  'was refused; only then give `network`, `write` or `read` with the same command: the user is asked for just that.'

/** Leave of a command to run without a person: each file that it changes can be taken back. */
const covered: Pick<Irreversible, 'undo' | 'repeat'> = {
  undo: 'snapshot',
  repeat: {
    rule: 'shell',
    state: 'confined',
    note: 'any command, in the sandbox: no network, no files outside of the root, and each file can be taken back',
    always: true,
  },
}

/** A call that asks for more than the sandbox gives. */
function beyond({ command, ...reach }: ConfinedCommand, root: string): Pick<Irreversible, 'reason' | 'repeat'> {
  const words = reachInWords(reach)
  const argv = soleCommand(withoutFirstStep(command, root))
  const rule = argv && `shell: ${[shellLine(argv), ...reachInRule(reach)].join(' ')}`
  const note = `${words}, for this command`
  return {
    reason: `it asks for more than its sandbox gives: ${words}`,
    ...(rule && { repeat: { rule, state: '', note, always: true } }),
  }
}
