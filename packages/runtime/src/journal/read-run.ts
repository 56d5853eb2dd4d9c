import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { assertIsJournal } from './assert-is-journal.js'
import { assertTaskId } from './assert-task-id.js'
import { withTexts } from './blobs.js'
import { type Journal, journalVersion, type StartLine } from './journal.js'
import { ownershipFold } from './ownership.js'

/** All that a journal holds of a run. */
export interface RunLog {
  readonly start: StartLine
  readonly events: readonly Envelope[]
  /** Events of void lines, which an earlier owner wrote after its task had been taken over. They are no part of the run. */
  readonly late: readonly Envelope[]
  /** Long texts by their hash. */
  readonly texts: ReadonlyMap<string, string>
  /** Epoch of the owner, from 1. */
  readonly epoch: number
  /** Number of lines, void ones included. */
  readonly lines: number
  readonly ended: boolean
}

/**
 * @throws {ArtooError} `invalid_option` for what is not a journal, `invalid_task_id`, `unknown_task` when the journal has no such run, `journal_version` for one that was written by
 * another version, `missing_blob` when a text is not there, `damaged_journal` for one without a beginning.
 */
export async function readRun(journal: Journal, taskId: string): Promise<RunLog> {
  assertIsJournal(journal)
  assertTaskId(taskId)
  const texts = new Map<string, string>()
  const events: Envelope[] = []
  const late: Envelope[] = []
  const fold = ownershipFold()
  let start: StartLine | undefined
  for await (const line of journal.read(taskId)) {
    const isValid = fold.take(line)
    if (line.kind === 'start') {
      assertVersion(taskId, line.version)
      start = line
    }
    // The text of a hash is the same whoever wrote it.
    if (line.kind === 'blob') texts.set(line.hash, line.text)
    if (line.kind === 'event') (isValid ? events : late).push(withTexts(line.event, texts) as Envelope)
  }
  const { epoch, lines, state } = fold.now
  if (lines === 0) throw new ArtooError('unknown_task', `the journal has no run ${taskId}`, { field: 'taskId' })
  if (!start) throw new ArtooError('damaged_journal', `the journal of ${taskId} has no beginning`)
  return { start, events, late, texts, epoch, lines, ended: state === 'ended' }
}

function assertVersion(taskId: string, version: number): void {
  if (version === journalVersion) return
  const message = `the journal of ${taskId} has version ${version}, this artoo reads ${journalVersion}: read it with the one that wrote it`
  throw new ArtooError('journal_version', message)
}
