import type { Journal, JournalledRun } from '../journal/journal.js'

/** A run that is a turn of a conversation. */
export interface SessionRun extends JournalledRun {
  readonly turn: number
}

/** The runs of a conversation that a journal has, the first one first. Two processes may have begun the same turn. */
export async function sessionRunsIn(journal: Journal, id: string): Promise<readonly SessionRun[]> {
  const runs: SessionRun[] = []
  for await (const run of journal.list({ session: id })) {
    if (run.session?.id === id) runs.push({ ...run, turn: run.session.turn })
  }
  return runs.sort((one, other) => one.turn - other.turn || one.startedAt - other.startedAt)
}
