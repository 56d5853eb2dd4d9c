/** Codes of errors of deliberations. Each with its cause and the way out. */
export const errorCodes = {
  agent_timeout: [
    'An agent that is a function did not answer in time.',
    'Raise `limits.modelTimeoutMs`, or let it do less.',
  ],
  inconsistent_memory: [
    'A session would contradict what the memory holds.',
    'Run `verify()` and `forget()` what it names.',
  ],
  invalid_confidence: ['A confidence is no finite number.', 'Give a number between 0 and 1.'],
  invalid_id: ['An id is no well-formed text.', 'Use an id that the memory returned.'],
  invalid_record: ['A record of the memory can’t be read.', 'Delete it with `forget`.'],
  invalid_roster: ['A card of the panel is wrong.', 'Mend the field that the message names.'],
  no_model: ['A deliberation has no model.', 'Give createOmega a `model` or `models`.'],
  not_ended: ['A report is asked of a session that goes on.', 'Wait for its end.'],
  unknown_agent: ['There is no agent of that id.', 'Use an id from 1 to 57.'],
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes of reports that can’t be used, and of what `verify()` finds, which are data and never thrown. */
export const recordCodes = {
  coherence: ['A report contradicts itself.', 'The agent is asked again.'],
  low_confidence: [
    'An agent knows too little and says so.',
    'Nothing to mend: the session goes on without its report.',
  ],
  not_in_timeline: ['A failure of a session is not in its timeline.', 'Give the session as the run returned it.'],
  roster: ['A report is in the name of another agent.', 'The agent is asked again.'],
  schema: ['A report does not fit its schema.', 'The agent is asked again.'],
} as const
