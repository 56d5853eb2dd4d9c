import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { withTexts } from './blobs.js'
import { type Journal, type JournalLine, journalVersion, type LeaseLine, type StartLine } from './journal.js'
import { leaseAfter } from './lease.js'

/** All that a journal holds of a run. */
export interface RunLog {
  readonly start: StartLine
  readonly events: readonly Envelope[]
  /** Long texts by their hash. */
  readonly texts: ReadonlyMap<string, string>
  /** Null when nobody has it. */
  readonly lease: LeaseLine | null
  /** How many owners the run has had, at least 1. */
  readonly epoch: number
  readonly ended: boolean
}

/**
 * @throws {ArtooError} `unknown_task` when the journal has no such run, `journal_version` for one that was written by
 * another version, `missing_blob` when a text is not there, `damaged_journal` for one without a beginning.
 */
export async function readRun(journal: Journal, taskId: string): Promise<RunLog> {
  const texts = new Map<string, string>()
  const events: Envelope[] = []
  let start: StartLine | undefined
  let lease: LeaseLine | null = null
  let last: JournalLine | undefined
  const owners = new Set<string>()
  for await (const line of journal.read(taskId)) {
    last = line
    lease = leaseAfter(lease, line)
    if (lease) owners.add(lease.owner)
    if (line.kind === 'start') {
      assertVersion(taskId, line.version)
      start = line
    }
    if (line.kind === 'blob') texts.set(line.hash, line.text)
    if (line.kind === 'event') events.push(withTexts(line.event, texts) as Envelope)
  }
  if (!last) throw new ArtooError('unknown_task', `the journal has no run ${taskId}`, { field: 'taskId' })
  if (!start) throw new ArtooError('damaged_journal', `the journal of ${taskId} has no beginning`)
  return { start, events, texts, lease, epoch: Math.max(1, owners.size), ended: last.kind === 'end' }
}

function assertVersion(taskId: string, version: number): void {
  if (version === journalVersion) return
  const message = `the journal of ${taskId} has version ${version}, this artoo reads ${journalVersion}: read it with the one that wrote it`
  throw new ArtooError('journal_version', message)
}
