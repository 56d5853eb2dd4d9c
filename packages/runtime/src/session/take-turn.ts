import { deadlineFor, errorMessage } from '@artoo/spec'
import type { Journal } from '../journal/journal.js'
import type { SessionTurn } from '../journal/run-record.js'
import { sessionRunsIn } from '../journal/session-runs.js'
import type { TurnOptions } from '../run/run-options.js'

interface Turn<Begin> {
  readonly journal: Journal
  readonly session: TurnOptions<Begin>['session']
  /** The caller's wish to stop: then nothing is waited for. */
  readonly signal: AbortSignal
  /** Starts the run: with the message of its own when there is no other, and with the problem for which it must end. */
  readonly begin: (message?: Begin, turn?: SessionTurn, problem?: Error) => Promise<unknown>
}

/** Begins a turn once those before it have settled, and what the journal has of them is read. */
export async function takeTurn<Begin>(turn: Turn<Begin>, before: Promise<unknown>): Promise<unknown> {
  const { begin } = turn
  const given = await recalled(turn, before).catch((error: unknown) => {
    return { problem: new Error(`the session can't be read: ${errorMessage(error)}`) }
  })
  return 'problem' in given ? begin(undefined, undefined, given.problem) : begin(given.message, given.turn)
}

async function recalled<Begin>({ journal, session, signal }: Turn<Begin>, before: Promise<unknown>) {
  const { id } = session
  const deadline = deadlineFor(signal)
  try {
    await deadline.race(() => before)
    const runs = await deadline.race(() => sessionRunsIn(journal, id))
    const message = await deadline.race(() => session.recall(runs))
    return { message, turn: { id, turn: (runs.at(-1)?.turn ?? 0) + 1 } }
  } finally {
    deadline.release()
  }
}
