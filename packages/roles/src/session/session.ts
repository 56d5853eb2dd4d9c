import { type Journal, readEvents, type SessionRun, sessionRunsIn } from '@artoo/runtime'
import { ArtooError, errorMessage } from '@artoo/spec'
import type { ArtooEvent, Outgoing } from '../messages/contracts.js'
import type { Turn } from '../messages/task.js'
import { defaultRoom, fitted } from '../room.js'
import { turnIn } from './turn-in.js'

/** A turn as its conversation has it, with where it stands in the journal. */
export interface ConversationTurn extends Turn {
  readonly taskId: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

const defaultTurns = 5

/** Of the room for a conversation with a model, what all earlier turns may take together. */
const shareOfTurns = 1 / 8

interface InputOptions {
  readonly text: string
  /** The last turns that are told. @defaultValue 5 */
  readonly turns?: number | undefined
  /** Characters of a conversation with a model. @defaultValue 400_000 */
  readonly room?: number | undefined
}

/**
 * The words that begin a task, with the last turns of their conversation. They stand in the message, so that the task's own
 * journal tells what it was begun with.
 */
export async function inputAfter(
  journal: Journal,
  runs: readonly SessionRun[],
  { text, turns = defaultTurns, room = defaultRoom }: InputOptions,
): Promise<Extract<Outgoing<'host'>, { type: 'UserInput' }>> {
  const earlier: Turn[] = []
  for (const run of runs.toReversed()) {
    if (earlier.length >= turns) break
    const turn = await read(journal, run)
    if (turn) earlier.unshift(turn)
  }
  const shown = earlier.length > 0 && { earlier: fitted(earlier, room * shareOfTurns) }
  return { type: 'UserInput', to: 'R1', payload: { text, ...shown } }
}

/** All turns of a conversation, the first one first. */
export async function turnsOf(journal: Journal, id: string): Promise<readonly ConversationTurn[]> {
  const turns: ConversationTurn[] = []
  for (const run of await sessionRunsIn(journal, id)) {
    const turn = await read(journal, run)
    if (turn) turns.push({ ...turn, taskId: run.taskId, startedAt: run.startedAt })
  }
  return turns
}

/** Null for a turn in which nothing was said, or that has been removed by now. */
async function read(journal: Journal, { taskId, state }: SessionRun): Promise<Turn | null> {
  try {
    return turnIn(await readEvents<ArtooEvent>(journal, taskId), state)
  } catch (error) {
    if (ArtooError.isInstance(error) && error.code === 'unknown_task') return null
    const remedy = 'mend or remove its journal'
    throw new ArtooError('damaged_session', `turn ${taskId}: ${errorMessage(error)}: ${remedy}`, { cause: error })
  }
}
