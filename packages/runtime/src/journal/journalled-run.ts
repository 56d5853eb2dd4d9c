import { assertOptions } from '@artoo/spec'
import * as z from 'zod'
import { assertShape } from '../run/assert-shape.js'
import { type JournalLine, type JournalledRun, type JournalState, journalStates, type RunFilter } from './journal.js'

const runFilter = z.object({ state: z.enum(journalStates).optional(), session: z.string().optional() })

/** @throws {ArtooError} `invalid_option` for an option or a state that there is not: it would look as if there were no runs. */
export function assertFilter(filter: RunFilter): void {
  assertOptions(filter, Object.keys(runFilter.shape), { of: 'list' })
  assertShape(runFilter, filter)
}

/** What the first and the last line of a journal tell; null when it has no beginning. */
export function journalledRun(
  taskId: string,
  first: JournalLine | undefined,
  last: JournalLine | undefined,
): JournalledRun | null {
  if (first?.kind !== 'start') return null
  const session = first.run?.session
  return { taskId, state: stateAfter(last), startedAt: first.at, ...(session && { session }) }
}

/** Its first line alone tells. */
export function isOfSession({ session }: JournalledRun, { session: wanted }: RunFilter): boolean {
  return wanted === undefined || session?.id === wanted
}

export function isWanted(run: JournalledRun | null, filter: RunFilter): run is JournalledRun {
  return run !== null && (filter.state === undefined || run.state === filter.state) && isOfSession(run, filter)
}

export function stateAfter(last: JournalLine | undefined): JournalState {
  if (last?.kind === 'end') return 'ended'
  return last?.kind === 'wait' ? 'waiting' : 'running'
}
