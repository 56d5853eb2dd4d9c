import { assessCommand } from '../law1/assess-command.js'
import { shellLine } from '../law1/shell-line.js'

/** Commands that the host vouches for, each exactly as it may run; `'all'` when no model has written any. */
export type AllowedCommands = 'all' | readonly (readonly string[])[]

export interface CommandGate {
  /** Whether the host vouches for the command. */
  isAllowed(argv: readonly string[]): boolean
  /** Why the command is not run; null when it may be. */
  refusal(argv: readonly string[]): string | null
}

/** Law 1 for the commands of checks: nobody is asked, so what the shell tool would ask about is not run. */
export function commandGate(allowed: AllowedCommands): CommandGate {
  const isAllowed = (argv: readonly string[]) =>
    allowed === 'all' ||
    allowed.some((known) => known.length === argv.length && known.every((word, index) => word === argv[index]))
  return {
    isAllowed,
    refusal(argv) {
      if (isAllowed(argv)) return null
      const { reason } = assessCommand(shellLine(argv))
      return reason && `[LAW1] not run, because nobody is asked for a check: ${reason}`
    },
  }
}
