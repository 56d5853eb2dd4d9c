/** Codes of errors of deliberations. Each with its cause and the way out. */
export const errorCodes = {
  agent_timeout: [
    'An agent that is a function did not answer in time.',
    'Raise `limits.modelTimeoutMs`, or let it do less.',
  ],
  invalid_roster: ['A card of the panel is wrong.', 'Mend the field that the message names.'],
  no_model: ['A deliberation has no model.', 'Give createOmega a `model` or `models`.'],
  not_ended: ['A report is asked of a session that goes on.', 'Wait for its end.'],
  unknown_agent: ['There is no agent of that id.', 'Use an id of the panel: 1 to 57, unless it is your own.'],
} as const

export type ErrorCode = keyof typeof errorCodes

/** Codes of reports that can’t be used, which are data and never thrown. */
export const recordCodes = {
  coherence: ['A report contradicts itself.', 'The agent is asked again.'],
  low_confidence: [
    'An agent knows too little and says so (profile `paper`).',
    'Nothing to mend: the session goes on without its report.',
  ],
  roster: ['A report is in the name of another agent.', 'The agent is asked again.'],
  schema: ['A report does not fit its schema.', 'The agent is asked again.'],
} as const
