/** Codes of errors of the roles. Each with its cause and the way out. */
export const errorCodes = {
  audit_behind: ['The auditor did not catch up in time.', 'Let `auditLog.append` return sooner.'],
  damaged_session: [
    'A turn of a conversation can’t be read.',
    'Put back a copy of its journal, or begin another session.',
  ],
  invalid_consultation: [
    'A memory of one’s own answers with something that is no consultation.',
    'Return `{ readings, rules }`.',
  ],
  memory_timeout: [
    'The memory did not answer in time; planning went on without it.',
    'Look at the store, or give one that answers sooner.',
  ],
  reserved_name: ['A tool has the name of one of artoo’s own.', 'Rename the tool.'],
  validator_too_weak: ['R4b would run on a weaker tier than R2.', 'Use `brain` for R4b, or `tool` for R2, too.'],
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes of attempts and outcomes, which are data and never thrown. */
export const recordCodes = {
  infeasible: ['An executor or planner says that the work can’t be done.', 'Read the reason in the result.'],
  needs_answer: [
    'Work stops for a question that no one answered.',
    'Give a `clarify` that answers, or resume with `answers`.',
  ],
  tool_turns_exhausted: [
    'An attempt used all its turns with tool calls.',
    'Raise `limits.toolTurns`, or split the task.',
  ],
} as const
