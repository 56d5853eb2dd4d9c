import { ArtooError } from '@artoo/spec'
import type { StartLine } from '../journal/journal.js'
import type { RunRecord } from '../journal/run-record.js'

/** @throws {ArtooError} `not_resumable` */
export function recordOf(taskId: string, { run }: StartLine): RunRecord {
  if (run) return run
  throw new ArtooError('not_resumable', `the journal of ${taskId} does not say how it began: start the task anew`)
}
