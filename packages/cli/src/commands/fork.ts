import { randomUUID } from 'node:crypto'
import { type RunEvent, readEvents, type UndoneFiles } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import type { Agent } from '../agent/agent.js'
import type { Call, RunCommand } from '../call/call.js'
import { forkPoint } from '../conversation/fork-point.js'
import { lookFor, print } from '../records/print.js'
import { wordAt } from '../records/required.js'
import { taskIdFrom } from '../records/task-id.js'
import { assertNotRunning } from '../records/task-state.js'
import { undoneLines } from '../view/index.js'
import { hold } from './hold.js'

/** A fork that is ready to begin: `artoo.fork(taskId, { at })`, and then `send(words)` where there are words. */
export interface ReadyFork {
  readonly taskId: string
  /** The id of the last event that both tasks have. */
  readonly at: string
  /** The words that it is given beside the task's own; null without any. */
  readonly words: string | null
  /** The files that were put back; null without `--files`. */
  readonly files: UndoneFiles | null
}

/** Finds the point that a command line names, and puts the files back to it where that is asked for. */
export async function readyFork(call: Call, { artoo, journal }: Pick<Agent, 'artoo' | 'journal'>): Promise<ReadyFork> {
  const { flags, signal } = call
  const taskId = await taskIdFrom(journal, wordAt(call, 0, 'id'))
  const { eventId: at, round } = forkPoint(await readEvents<RunEvent>(journal, taskId), flags.at)
  const words = call.words.slice(1).join(' ').trim() || null
  if (!flags.files) return { taskId, at, words, files: null }
  if (round === null) {
    const message = 'files can be put back to the beginning of a round: give --at its number, or leave --files out'
    throw new ArtooError('invalid_point', message, { field: 'at' })
  }
  await assertNotRunning(journal, taskId)
  return { taskId, at, words, files: await artoo.undo(taskId, { to: round, signal }) }
}

/** `artoo fork <id>`: a new task that goes on from a point of another. */
export const fork: RunCommand = (call) =>
  hold(call, async (agent) => {
    const { taskId, at, words, files } = await readyFork(call, agent)
    const onStderr = { ...call, stdout: call.stderr }
    if (files !== null && !call.flags.json) await print(onStderr, undoneLines(files, lookFor(onStderr)))
    return {
      id: randomUUID(),
      async begin(conversation) {
        await conversation.fork(taskId, at)
        if (words !== null) await conversation.say(words)
      },
    }
  })
