/** Codes of errors that every package may throw. Each with its cause and the way out. */
export const errorCodes = {
  aborted: ['The signal of a call or a run was aborted.', 'Nothing to mend: run it again when you want to.'],
  closed: ['The instance, or the run that this is a part of, was closed.', 'Create another one.'],
  invalid_option: [
    'An option has an unknown name, a wrong type or a value out of its range; `field` names it.',
    'Give the option that the message names, or leave it out.',
  ],
  invalid_schema: [
    'A schema has types that JSON Schema does not know.',
    'Use types that JSON knows: no dates, functions or transforms without a JSON form.',
  ],
  invalid_value: [
    'A value does not fit the schema that it was checked against.',
    'Give a value that fits; the message names the place.',
  ],
  no_state_folder: [
    'The state folder can’t be made or is not safe to use.',
    'Set `XDG_STATE_HOME` to a folder that can be written, or give a path.',
  ],
  provider_failed: ['A model’s provider failed in an unknown way.', 'Read `cause`; try again, or ask the provider.'],
  provider_rate_limited: [
    'A provider answered 429: too many requests.',
    'Lower `limits.concurrency`, raise `limits.modelRetries`, or ask for a higher quota.',
  ],
  provider_rejected: [
    'A provider refused the request as wrong (HTTP 4xx).',
    'Read the message: model id, parameters or size of the request.',
  ],
  provider_unauthorized: [
    'A provider refused the key (HTTP 401 or 403).',
    'Check the API key and the rights of its account.',
  ],
  provider_unavailable: [
    'A provider can’t be reached, answered 5xx, or broke off its answer.',
    'Try again later; `limits.modelRetries` sets the retries.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
