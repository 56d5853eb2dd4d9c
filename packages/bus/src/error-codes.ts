/** Codes of errors of the bus. Each with its cause and the way out. */
export const errorCodes = {
  bus_closed: ['A message is published after the bus was closed.', 'Stop publishing once the run has ended.'],
  contract_async: ['A payload schema validates asynchronously.', 'Use a synchronous schema in contracts.'],
  invalid_contract: [
    'A contract has a name or an address that is reserved or unknown.',
    'Choose another name; the message says which.',
  ],
  message_forbidden: [
    'An actor publishes a message that its contract does not allow, or to whom it does not allow it.',
    'Add the route to the contracts, or send another message.',
  ],
  message_invalid: ['A payload does not fit its contract.', 'Send what the schema of the message asks for.'],
  not_plain_data: ['A payload holds a function, a class instance or a cycle.', 'Send plain data.'],
  port_closed: ['An actor publishes or listens after its port was closed.', 'Stop when the run’s signal aborts.'],
  publish_in_log: ['A tap publishes while it is handed an event.', 'Publish in a microtask.'],
} as const

export type ErrorCode = keyof typeof errorCodes
