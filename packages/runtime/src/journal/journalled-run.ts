import type { JournalLine, JournalledRun } from './journal.js'

/** What the first and the last line of a journal tell; null when it has no beginning. */
export function journalledRun(
  taskId: string,
  first: JournalLine | undefined,
  last: JournalLine | undefined,
): JournalledRun | null {
  if (first?.kind !== 'start') return null
  return { taskId, state: last?.kind === 'end' ? 'ended' : 'running', startedAt: first.at }
}
