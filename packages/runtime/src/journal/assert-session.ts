import { ArtooError, errorMessage } from '@artoo/spec'
import type { Redact } from './redact.js'
import { redactText } from './redacted.js'

/** Characters: an id, not a text. */
const longestId = 256

/**
 * Whether conversations can be told apart by it: what `redact` takes out of one id it may take out of another, and their turns
 * would be each other's.
 *
 * @throws {ArtooError} `invalid_option`
 */
export function assertSessionId(id: unknown, redact: Redact | undefined): void {
  const refuse = (message: string) => new ArtooError('invalid_option', message, { field: 'session.id' })
  if (typeof id !== 'string' || id === '') throw refuse('the id of a session is a text that is not empty')
  if (id.length > longestId)
    throw refuse(`the id of a session has at most ${longestId} characters, this has ${id.length}`)
  if (!redact || unchanged(id, redact)) return
  throw refuse('redact changes the id of the session, which would mix it up with others: give one that it leaves alone')
}

function unchanged(id: string, redact: Redact): boolean {
  try {
    return redactText(redact)(id) === id
  } catch (cause) {
    const message = `redact failed on the id of the session: ${errorMessage(cause)}`
    throw new ArtooError('invalid_option', message, { field: 'redact', cause })
  }
}
