import type { IncomingMessage } from 'node:http'
import { ArtooError, type ConfirmAnswer, readConfirmAnswer } from '@artoo/sdk'
import { HttpError } from './http-error.js'

/**
 * Who sent the request. Everybody can write any name into `x-user`: it stands in for real authentication, so put your
 * session or token check here.
 *
 * @throws {HttpError} 401
 */
export function userOf({ headers }: IncomingMessage): string {
  const user = headers['x-user']
  if (typeof user === 'string' && /^[\w.@-]{1,64}$/.test(user)) return user
  throw new HttpError(401, 'unauthenticated', 'say who you are in the header x-user', { field: 'x-user' })
}

/**
 * The answer with its author for the log: the user in any case; `by` adds who it was when several people share a login.
 *
 * @throws {HttpError} 400
 */
export function answerOf(body: Readonly<Record<string, unknown>>, user: string): ConfirmAnswer {
  try {
    const { by } = readConfirmAnswer(body)
    return { ...(body as unknown as ConfirmAnswer), by: authorOf(by, user) }
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    throw new HttpError(400, 'invalid_input', error.message, { field: error.field ?? 'allow' })
  }
}

function authorOf(by: string | null, user: string): string {
  if (by === null || by === user) return user
  if (by.trim() !== '' && by.length <= 100) return `${by.trim()} (${user})`
  throw new HttpError(400, 'invalid_input', 'by is a name of at most 100 characters', { field: 'by' })
}

/**
 * Listening on loopback alone keeps no web page away: one whose own name resolves to 127.0.0.1 is of the same origin.
 *
 * @throws {HttpError} 421
 */
export function assertHost({ headers }: IncomingMessage, hosts: readonly string[]): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  if (!hosts.includes(host)) throw new HttpError(421, 'unknown_host', `${host || 'nobody'} is not served here`)
}
