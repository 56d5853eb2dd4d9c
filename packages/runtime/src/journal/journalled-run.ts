import type { JournalLine, JournalledRun, JournalState } from './journal.js'

/** What the first and the last line of a journal tell; null when it has no beginning. */
export function journalledRun(
  taskId: string,
  first: JournalLine | undefined,
  last: JournalLine | undefined,
): JournalledRun | null {
  if (first?.kind !== 'start') return null
  return { taskId, state: stateAfter(last), startedAt: first.at }
}

function stateAfter(last: JournalLine | undefined): JournalState {
  if (last?.kind === 'end') return 'ended'
  return last?.kind === 'wait' ? 'waiting' : 'running'
}
