/** Codes of errors of MCP servers and clients. Each with its cause and the way out. */
export const errorCodes = {
  expired_state: [
    'The answers to a form of `@artoo/mcp/server` came later than `answerSeconds` after it was shown.',
    'Call `resume_task`: the questions are put again.',
  ],
  forged_state: [
    'A `requestState` was changed, or made for another user or with another `secret`. The client gets the error -32602 of the protocol.',
    'Call the tool anew; give all processes of a server one `secret`.',
  ],
  mcp_closed: ['A tool of `mcpTools` is called after `close()`.', 'Close it when no task needs its tools any more.'],
  mcp_connect_failed: [
    'An MCP server could not be started or reached.',
    'Read the message; mend the server’s entry in `servers`, then `reconnect()`.',
  ],
  mcp_connect_timeout: [
    'An MCP server did not answer in time.',
    'Raise `connectTimeoutMs`, or start the server before, then `reconnect()`.',
  ],
  mcp_definition_changed: [
    'The definition of an MCP tool changed after its call was allowed; the call was not made.',
    'Call again: a person is asked, with the change named. `accept()` takes the new definition.',
  ],
  mcp_result_invalid: [
    'A result of an MCP tool doesn’t fit the schema that its server gave for it.',
    'Report it to whoever runs the server.',
  ],
  mcp_too_many_questions: [
    'An MCP server asked again and again instead of giving a result.',
    'Go another way; the server never ends its call.',
  ],
  mcp_unauthorized: [
    'An MCP server wants an authorisation that is missing or has expired.',
    'Give `headers` or `authProvider`; finish a login with `authorize()`.',
  ],
  needs_person: [
    'A model answers by `resume_task` what only its user may answer.',
    'Call it without that answer: a client that shows forms asks its user.',
  ],
  not_found: [
    'The user of an MCP server has no task of that id.',
    'Give the `taskId` as `run_task` returned it, to the same user’s calls.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
