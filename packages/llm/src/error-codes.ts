/** Codes of errors of models and their answers. Each with its cause and the way out. */
export const errorCodes = {
  budget_exceeded: [
    'A limit on calls, tokens or cost leaves no room for another model call.',
    'Raise the limit, or split the task.',
  ],
  invalid_environment: [
    'An environment variable that names a model or an address can’t be read.',
    'Set the variable as the message says.',
  ],
  invalid_model_response: [
    'A model returns something that is no response.',
    'Return `{ text, toolCalls, finishReason, usage }`, or a text from `fromFunction`.',
  ],
  invalid_output: [
    'A model’s structured output did not fit its schema, after one repair.',
    'Use a stronger model, or a simpler schema; `field` and the message name the misfit.',
  ],
  missing_environment: [
    'No model is named in the environment.',
    'Set `ARTOO_MODEL`, or `BRAIN_MODEL` and `TOOL_MODEL`.',
  ],
  missing_package: ['An optional package is not installed.', 'Install the package that the message names.'],
  first_token_timeout: [
    'A streaming model sent nothing in time.',
    'Raise `limits.firstTokenTimeoutMs`, or use a faster model.',
  ],
  idle_timeout: [
    'A streaming model stopped in the middle of an answer.',
    'Raise `limits.idleTimeoutMs`, or try again.',
  ],
  model_timeout: ['A model did not answer in time.', 'Raise `limits.modelTimeoutMs`.'],
  no_json: ['A text holds no JSON object.', 'Ask the model for JSON alone.'],
  script_exhausted: ['A scripted model has no turn left for an output.', 'Add a turn, or set `repeatLast`.'],
  unknown_price: ['There is a limit on cost, and a model has no price.', 'Give its price in `prices`, by model id.'],
} as const

export type ErrorCode = keyof typeof errorCodes
