import { type Journal, readEvents, type SessionRun, sessionRunsIn } from '@artoo/runtime'
import { ArtooError, errorMessage } from '@artoo/spec'
import type { ArtooEvent, Outgoing } from '../messages/contracts.js'
import type { EarlierTurn } from '../messages/task.js'
import { defaultRoom, fitted } from '../prompts/room.js'
import type { Asked } from './message-history.js'
import { turnIn } from './turn-in.js'

/** A turn of a conversation, with its place in the journal. */
export interface ConversationTurn extends EarlierTurn {
  readonly taskId: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

const defaultTurns = 5

/** The share of the room for a conversation with a model that all earlier turns may take together. */
const shareOfTurns = 1 / 8

interface InputOptions {
  readonly text: string
  /** The number of last turns that are sent. @defaultValue 5 */
  readonly turns?: number | undefined
  /** Characters of a conversation with a model. @defaultValue 400_000 */
  readonly room?: number | undefined
}

/**
 * The words that begin a task, with the last turns of their conversation. They are in the message, so that the task's
 * own journal holds all that it was begun with.
 */
export async function inputAfter(
  journal: Journal,
  runs: readonly SessionRun[],
  { text, turns = defaultTurns, room = defaultRoom }: InputOptions,
): Promise<Extract<Outgoing<'host'>, { type: 'UserInput' }>> {
  const earlier: EarlierTurn[] = []
  for (const run of runs.toReversed()) {
    if (earlier.length >= turns) break
    const turn = await read(journal, run)
    if (turn) earlier.unshift(turn)
  }
  return inputOf({ text, earlier }, room)
}

/** The first message of a task. Earlier turns that are too long for the room are shortened. */
export function inputOf({ text, earlier }: Asked, room: number): Extract<Outgoing<'host'>, { type: 'UserInput' }> {
  const shown = earlier.length > 0 && { earlier: fitted([...earlier], room * shareOfTurns) }
  return { type: 'UserInput', to: 'R1', payload: { text, ...shown } }
}

/** The turns of a conversation as it is now, the first one first. */
export async function turnsOf(journal: Journal, id: string): Promise<readonly ConversationTurn[]> {
  const turns: ConversationTurn[] = []
  for (const run of await sessionRunsIn(journal, id)) {
    const turn = await read(journal, run)
    if (turn) turns.push({ ...turn, taskId: run.taskId, startedAt: run.startedAt })
  }
  return turns
}

/** The turn of a run; null for one without a request, or one that has been removed. */
async function read(journal: Journal, { taskId, state }: SessionRun): Promise<EarlierTurn | null> {
  try {
    return turnIn(await readEvents<ArtooEvent>(journal, taskId), state)
  } catch (error) {
    if (ArtooError.isInstance(error) && error.code === 'unknown_task') return null
    const remedy = 'mend or remove its journal'
    throw new ArtooError('damaged_session', `turn ${taskId}: ${errorMessage(error)}: ${remedy}`, { cause: error })
  }
}
