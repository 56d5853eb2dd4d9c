import type { Envelope } from '@artoo/bus'
import type { Journal } from './journal.js'
import { readRun } from './read-run.js'

/**
 * A run's events as its handle showed them, with the full outputs of tools, but for what `redact` took out.
 *
 * @throws {ArtooError} `invalid_option` for what is not a journal, `invalid_task_id` for what is not the id of a task,
 * `unknown_task` when the journal has no such run; `damaged_journal` when a line is not as it was written or a long text is missing,
 * `unsupported_journal` when another version wrote it: both name the line.
 */
export async function readEvents<Event extends Envelope = Envelope>(
  journal: Journal,
  taskId: string,
): Promise<readonly Event[]> {
  const { events } = await readRun(journal, taskId)
  return events as readonly Event[]
}
