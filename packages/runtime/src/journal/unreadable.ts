import { ArtooError, errorCode } from '@artoo/spec'

/** A journal that is not as it was written. `number` is that of the line, from 1. */
export function damagedJournal(taskId: string, number: number, why: string, cause?: unknown): ArtooError {
  const remedy = 'nothing was written: put back a copy of the journal, or remove it and start the task anew'
  const message = `line ${number} of the journal of ${taskId} is damaged, ${why}: ${remedy}`
  return new ArtooError('damaged_journal', message, { field: `line ${number}`, cause })
}

/** A journal that is as it was written, by another artoo or another system. */
export function unsupportedJournal(taskId: string, number: number, what: string, cause?: unknown): ArtooError {
  const remedy = 'nothing was written: read it with the release and the system that wrote it'
  const message = `line ${number} of the journal of ${taskId} has ${what}: ${remedy}`
  return new ArtooError('unsupported_journal', message, { field: `line ${number}`, cause })
}

/** Whether an error says that a journal can't be read, whoever tries. */
export function isUnreadable(error: unknown): boolean {
  return ['damaged_journal', 'unsupported_journal'].includes(errorCode(error) ?? '')
}
