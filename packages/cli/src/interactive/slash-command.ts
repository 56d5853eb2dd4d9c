import type { Command, Shown } from '../screen/index.js'

/** An outcome for a person, and the same as plain data for a program. */
interface Answer {
  readonly shown: Shown | null
  readonly data: unknown
  /** Does what a person is asked about first: a program has decided already. Resolves to the data then. */
  readonly carryOut?: (() => Promise<unknown>) | undefined
}

export interface SlashCommand extends Pick<Command, 'name' | 'summary' | 'complete'> {
  /** The argument in words; '' without one. */
  readonly argument: string
  answer(argument: string, signal: AbortSignal): Promise<Answer>
}
