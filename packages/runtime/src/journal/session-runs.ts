import { ArtooError } from '@artoo/spec'
import type { Journal, JournalledRun } from './journal.js'

/** A run that is a turn of a conversation. */
export interface SessionRun extends JournalledRun {
  readonly turn: number
}

/**
 * The runs of a conversation that a journal has, the first one first. Two processes may have begun the same turn.
 *
 * @throws {ArtooError} `journal_without_sessions` for a journal that knows none: a conversation would look as if nothing had been said.
 */
export async function sessionRunsIn(journal: Journal, id: string): Promise<readonly SessionRun[]> {
  const runs: SessionRun[] = []
  for await (const run of journal.list({ session: id })) {
    if (!run.session) throw withoutSessions()
    if (run.session.id === id) runs.push({ ...run, turn: run.session.turn })
  }
  return runs.sort((one, other) => one.turn - other.turn || one.startedAt - other.startedAt)
}

function withoutSessions(): ArtooError {
  const remedy = 'give back `session` of each run and heed the filter, as `testJournal` checks'
  return new ArtooError('journal_without_sessions', `the journal's list knows no sessions: ${remedy}`, {
    field: 'journal',
  })
}
