import { ArtooError } from '@artoo/spec'
import type { Journal, JournalledRun } from './journal.js'
import type { SessionTurn } from './run-record.js'
import { withoutRewound } from './without-rewound.js'

/** A run that is a turn of a conversation. */
export interface SessionRun extends JournalledRun, Pick<SessionTurn, 'turn' | 'after'> {}

/**
 * The runs of a conversation as it is now, the first one first. Two processes may have begun the same turn.
 *
 * @throws {ArtooError} `journal_without_sessions` for a journal that knows none: a conversation would look as if nothing had been said.
 */
export async function sessionRunsIn(journal: Journal, id: string): Promise<readonly SessionRun[]> {
  const runs: SessionRun[] = []
  for await (const run of journal.list({ session: id })) {
    if (!run.session) throw withoutSessions()
    const { turn, after } = run.session
    if (run.session.id === id) runs.push({ ...run, turn, after })
  }
  return withoutRewound(runs).sort((one, other) => one.turn - other.turn || one.startedAt - other.startedAt)
}

/** The next turn of a conversation; the newest one is never rewound, so no number is given twice. */
export function turnAfter(runs: readonly SessionRun[], id: string, after?: number): SessionTurn {
  return { id, turn: (runs.at(-1)?.turn ?? 0) + 1, ...(after !== undefined && { after }) }
}

/** @throws {ArtooError} `unknown_turn` with the option that names it as `field`. */
export function turnOf(runs: readonly SessionRun[], taskId: string, field: string): number {
  const run = runs.find((one) => one.taskId === taskId)
  if (run) return run.turn
  const remedy = 'take one of session.turns(), where rewound and removed turns are not'
  throw new ArtooError('unknown_turn', `${taskId} is no turn of the conversation as it is now: ${remedy}`, { field })
}

function withoutSessions(): ArtooError {
  const remedy = 'give back `session` of each run and heed the filter, as `testJournal` checks'
  return new ArtooError('journal_without_sessions', `the journal's list knows no sessions: ${remedy}`, {
    field: 'journal',
  })
}
