import type { Envelope } from '@artoo/bus'
import { ArtooError } from '@artoo/spec'
import { withTexts } from './blobs.js'
import { type Journal, journalVersion } from './journal.js'

/**
 * A run's events as its handle showed them, with the full outputs of tools, but for what `redact` took out.
 *
 * @throws {ArtooError} `unknown_task` when the journal has no such run, `journal_version` for one that was written by
 * another version, `missing_blob` when a text is not there.
 */
export async function readEvents<Event extends Envelope = Envelope>(
  journal: Journal,
  taskId: string,
): Promise<readonly Event[]> {
  const texts = new Map<string, string>()
  const events: Event[] = []
  let found = false
  for await (const line of journal.read(taskId)) {
    found = true
    switch (line.kind) {
      case 'start':
        assertVersion(taskId, line.version)
        break
      case 'blob':
        texts.set(line.hash, line.text)
        break
      case 'event':
        events.push(withTexts(line.event, texts) as Event)
        break
      case 'end':
        break
      default:
        line satisfies never
    }
  }
  if (!found) throw new ArtooError('unknown_task', `the journal has no run ${taskId}`, { field: 'taskId' })
  return events
}

function assertVersion(taskId: string, version: number): void {
  if (version === journalVersion) return
  const message = `the journal of ${taskId} has version ${version}, this artoo reads ${journalVersion}: read it with the one that wrote it`
  throw new ArtooError('journal_version', message)
}
