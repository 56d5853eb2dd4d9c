import { deadlineFor, errorCode, errorMessage } from '@artoo/spec'
import type { Journal } from '../journal/journal.js'
import type { SessionTurn } from '../journal/run-record.js'
import { sessionRunsIn, turnAfter, turnOf } from '../journal/session-runs.js'
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
    const isUnknown = error instanceof Error && errorCode(error) === 'unknown_turn'
    return { problem: isUnknown ? error : new Error(`the session can't be read: ${errorMessage(error)}`) }
  })
  return 'problem' in given ? begin(undefined, undefined, given.problem) : begin(given.message, given.turn)
}

async function recalled<Begin>({ journal, session, signal }: Turn<Begin>, before: Promise<unknown>) {
  const { id, after } = session
  const deadline = deadlineFor(signal)
  try {
    await deadline.race(() => before)
    const runs = await deadline.race(() => sessionRunsIn(journal, id))
    const from = typeof after === 'string' ? turnOf(runs, after, 'after') : after === null ? 0 : undefined
    const earlier = runs.filter(({ turn }) => from === undefined || turn <= from)
    const message = await deadline.race(() => session.recall(earlier))
    return { message, turn: turnAfter(runs, id, from) }
  } finally {
    deadline.release()
  }
}

/** Does work once other work has settled. Rejects when the signal aborts before. */
export async function workAfter<Result>(before: Promise<unknown>, signal: AbortSignal, work: () => Promise<Result>) {
  const deadline = deadlineFor(signal)
  try {
    await deadline.race(() => before)
  } finally {
    deadline.release()
  }
  return work()
}
