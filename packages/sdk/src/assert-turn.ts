import { ArtooError } from '@artoo/spec'

/** @throws {ArtooError} `invalid_input` for a chat in place of the last words. */
export function assertWords(text: unknown): void {
  if (typeof text !== 'object' || text === null) return
  throw new ArtooError('invalid_input', 'a session knows its earlier turns: give it the last words alone', {
    field: 'messages',
  })
}

/** @throws {ArtooError} `invalid_option` */
export function assertAfter(after: unknown): void {
  if (after === undefined || after === null || typeof after === 'string') return
  const message = 'after is the task id of a turn of the session, or null for its beginning'
  throw new ArtooError('invalid_option', message, { field: 'after' })
}

/** The events of a part stand in the log of the whole, where no session finds them. @throws {ArtooError} `invalid_option` */
export function assertNoParent(parent: object | undefined): void {
  if (!parent) return
  const message = "a turn of a session can't be a part of another run: start it with artoo.run"
  throw new ArtooError('invalid_option', message, { field: 'parent' })
}
