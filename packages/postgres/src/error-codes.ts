/** Codes of errors of PostgreSQL as a store. Each with its cause and the way out. */
export const errorCodes = {
  database_busy: [
    'PostgreSQL has as many connections as it allows.',
    'Lower `pool.max`, raise `max_connections` of the server, or put a pooler before it.',
  ],
  database_failed: ['PostgreSQL refused a statement for another reason.', 'Read the message; `cause` has its error.'],
  database_full: [
    'The disk of PostgreSQL is full, or another limit of it is reached.',
    'Make room, or raise the limit; then call again: nothing was written by halves.',
  ],
  database_login: [
    'PostgreSQL does not know the user, the password or the database.',
    'Mend `connectionString`, or create what the message names.',
  ],
  database_rights: ['The user of PostgreSQL lacks a right.', 'Run the GRANT that the message gives.'],
  database_unreachable: [
    'PostgreSQL can’t be reached, or the connection was lost and did not come back in time.',
    'Start the server, mend the address, or wait until it is back; then call again.',
  ],
  unsupported_database: ['The PostgreSQL is older than any that was tested.', 'Use version 15 or later.'],
  unsupported_store: [
    'The tables were made by a later version of `@artoo/postgres`.',
    'Update the package in every process, or give another `schema`.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
