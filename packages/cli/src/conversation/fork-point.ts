import { oneLine } from '@artoo/llm'
import type { RunEvent } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { roundStarts } from './points.js'

/** A point that a task can be forked at. */
export interface ForkPoint {
  /** The last event that both tasks have. */
  readonly eventId: string
  /** The round that begins there; null for a point within one, where the files can't be put back to. */
  readonly round: number | null
}

/**
 * The point that `--at` names by the number of a round or the id of an event.
 *
 * @throws {ArtooError} `invalid_point` naming the rounds that there are.
 */
export function forkPoint(events: readonly RunEvent[], at: string | undefined): ForkPoint {
  const starts = startsIn(events)
  const byRound = starts.find(({ round }) => String(round) === at)
  if (byRound) return { eventId: byRound.eventId, round: byRound.round }
  const event = events.find(({ id }) => id === at)
  if (event) return { eventId: event.id, round: starts.find(({ eventId }) => eventId === event.id)?.round ?? null }
  const rounds = starts.map(({ round, title }) => `${round} (${oneLine(title, 60)})`).join(', ')
  const problem = at === undefined ? 'a fork needs a point' : `there is no point '${oneLine(at, 60)}'`
  const remedy = `give --at a round${rounds === '' ? '' : `, ${rounds}`}, or the id of an event`
  throw new ArtooError('invalid_point', `${problem}: ${remedy}`, { field: 'at' })
}

/** The events after which a round is planned: the user's words, and each order to plan anew. */
function startsIn(events: readonly RunEvent[]) {
  const input = events.find((event) => event.type === 'UserInput')
  const first = input ? [{ round: 1, eventId: input.id, title: input.payload.text }] : []
  return [...first, ...roundStarts(events)]
}
