import type { Argument } from './argument.js'

/** Why a command needs confirmation; null when it is known to be read-only. */
export type Reason = string | null

/** Judges a command that another one runs. */
export type JudgeCommand = (name: Argument, args: readonly Argument[]) => Reason

/** Judges the arguments of one program. */
export type Rule = (args: readonly Argument[], judge: JudgeCommand) => Reason
