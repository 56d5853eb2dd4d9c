import { ArtooError, errorMessage } from '@artoo/spec'
import type { ErrorCode } from '../error-codes.js'

/** SQLSTATEs by their beginnings, the more precise one first, with the way out. */
const bySqlState: readonly (readonly [beginning: string, code: ErrorCode, remedy: string])[] = [
  ['53300', 'database_busy', 'lower pool.max in your processes, raise max_connections of the server, or use a pooler'],
  ['53', 'database_full', 'make room on the disk of the server, or raise the limit; nothing was written by halves'],
  [
    '42501',
    'database_rights',
    'as an owner, to make the tables: grant create on database D to ROLE; to use those that are there: grant usage on schema S to ROLE; grant all on all tables in schema S to ROLE',
  ],
  ['28', 'database_login', 'mend user and password in connectionString, or pg_hba.conf of the server'],
  ['3D000', 'database_login', 'create the database, or name another one in connectionString'],
  ['57P0', 'database_unreachable', 'wait until the server is back; then call again'],
  ['08', 'database_unreachable', 'look at the server and the network; then call again'],
]

/** Messages of `pg` for a connection that is gone, which have no code. */
const goneMessages =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when|Client has encountered a connection error)/
const goneCodes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)/

/** An error of `pg` as one that says what to do; one of this library as it is. */
export function databaseError(cause: unknown, schema: string): ArtooError {
  if (ArtooError.isInstance(cause)) return cause
  const { code, remedy } = kindOf(cause)
  const named = remedy.replaceAll('schema S', `schema ${schema}`)
  const message = `PostgreSQL: ${errorMessage(cause)}${named && `: ${named}`}`
  return new ArtooError(code, message, { cause })
}

function kindOf(cause: unknown): { readonly code: ErrorCode; readonly remedy: string } {
  const state = String(Object(cause).code ?? '')
  const known = bySqlState.find(([beginning]) => state.startsWith(beginning))
  if (known) return { code: known[1], remedy: known[2] }
  if (!goneCodes.test(state) && !goneMessages.test(errorMessage(cause))) return { code: 'database_failed', remedy: '' }
  return { code: 'database_unreachable', remedy: 'start the server, or mend the address in connectionString' }
}
