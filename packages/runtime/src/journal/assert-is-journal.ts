import { ArtooError } from '@artoo/spec'

/** @throws {ArtooError} `invalid_option` for what is not a journal, such as the id of a task that stands in its place. */
export function assertIsJournal(journal: unknown): void {
  if (typeof Object(journal).read === 'function') return
  const got = journal === null ? 'null' : typeof journal
  const message = `journal must be a journal, such as fileJournal(directory), not ${got}; the id of the task comes behind it`
  throw new ArtooError('invalid_option', message, { field: 'journal' })
}
