import type { ErrorCode as GgsCode } from '@artoo/ggs'
import type { ErrorCode as LlmCode } from '@artoo/llm'
import type { ErrorCode as MkctCode } from '@artoo/mkct'
import type { ErrorCode as RolesCode } from '@artoo/roles'
import type { ErrorCode as RuntimeCode } from '@artoo/runtime'
import type { ErrorCode as SpecCode } from '@artoo/spec'
import type { ErrorCode as ToolsCode } from '@artoo/tools'

/** Codes of errors of `createArtoo`. Each with its cause and the way out. */
export const errorCodes = {
  agent_failed: ['An agent behind a tool gave no output.', 'Read the message, which is its summary.'],
  cassette_mismatch: [
    'A replayed model is asked for a call that its cassette does not hold.',
    'Record it again, or hold the clock and the ids.',
  ],
  damaged_rules: ['The file of permission rules can’t be read.', 'Mend it, or remove it.'],
  no_single_result: [
    'A run under test did not end in one result.',
    'Read the message; give the run a person or a journal, or let it end.',
  ],
  no_history: ['No tool keeps the states of files.', 'Give `standardTools({ root })` with its snapshots on.'],
  unknown_round: ['A task has no round of that number.', 'Use one that the message lists.'],
} as const

type Below = SpecCode | GgsCode | LlmCode | MkctCode | ToolsCode | RuntimeCode | RolesCode
/** The codes of all packages that this one installs. */
export type ErrorCode = keyof typeof errorCodes | Below
