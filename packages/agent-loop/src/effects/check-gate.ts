import { escaped } from '@artoo/llm'
import type { People } from '@artoo/runtime'
import { within } from '@artoo/spec'
import { shellLine } from '@artoo/tools'
import type { Checker } from '../ports/checker.js'
import { type CheckData, commandsIn } from '../state/check-data.js'
import type { Objective } from '../state/state-file.js'

export interface CommandQuestion {
  readonly commands: Objective['allowed_commands']
  /** The folder in which the check would be run. */
  readonly directory: string
  /** Names what the check decides. */
  readonly of: string
  /** @defaultValue nobody to ask */
  readonly people?: Pick<People, 'mayConfirm' | 'confirm'> | undefined
  readonly signal: AbortSignal
}

/** Why a check is not run; null when what defines its commands is as it was at the yes, or a person allowed them as they are. */
export type CheckGate = (check: CheckData, question: CommandQuestion) => Promise<string | null>

/** A person is asked once about a command as it stands: the same files have the same answer as long as the process lives. */
export function checkGate(checker: Pick<Checker, 'changed' | 'pinCommand'>): CheckGate {
  const answers = new Map<string, { readonly callId: string; readonly allowed: boolean }>()

  async function isAllowed(argv: readonly string[], why: string, key: string, question: CommandQuestion) {
    const { of, people, signal } = question
    const known = answers.get(key)
    if (known || !people?.mayConfirm) return known?.allowed ?? false
    const line = shellLine(argv)
    const callId = `check-${answers.size + 1}`
    const input = { argv }
    const request = {
      ...{ tool: 'check', target: line, input, action: `run \`${line}\``, full: escaped(input), change: null },
      ...{ reason: `${why} (for the check of ${of})`, earlier: null },
    }
    const answer = await within(signal, undefined, () => people.confirm(request, callId))
    const allowed = answer?.allowed === true && answer.input === undefined
    answers.set(key, { callId, allowed })
    return allowed
  }

  return async (check, question) => {
    const { commands, directory, signal } = question
    for (const argv of commandsIn(check)) {
      const agreed = commands.find((command) => isSameArgv(command.argv, argv))
      const changed = agreed ? await checker.changed(directory, agreed.pins, signal) : []
      if (!agreed || changed.length === 0) continue
      const { files } = await checker.pinCommand(directory, argv, agreed.pins.except, signal)
      const why = `what defines it is not as it was agreed on: ${inWords(changed)}`
      if (!(await isAllowed(argv, why, JSON.stringify([argv, files]), question))) {
        return `[LAW1] ${shellLine(argv)} was not run: ${why}`
      }
    }
    return null
  }
}

export const isSameArgv = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index])

const mostNamed = 10

function inWords(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return `${paths
    .slice(0, mostNamed)
    .map((path) => JSON.stringify(path))
    .join(', ')}${more}`
}
