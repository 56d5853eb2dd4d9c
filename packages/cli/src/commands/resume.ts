import { randomUUID } from 'node:crypto'
import { ArtooError } from '@artoo/spec'
import type { Call } from '../command-line/call.js'
import { hold } from './hold.js'
import { newestTask } from './newest.js'

/** `artoo resume [id]`: goes on with a task. */
export async function resume(call: Call): Promise<number> {
  const [given] = call.words
  return hold(call, async (agent) => {
    const canGoOn = ({ state }: { readonly state: string }) => state === 'waiting' || state === 'died'
    const task = await newestTask(agent, (one) => (given === undefined ? canGoOn(one) : one.taskId === given))
    if (!task) {
      const message =
        given === undefined
          ? 'no task can be resumed here: artoo tasks lists them all'
          : `${given} is no task of ${agent.root}: artoo tasks lists them`
      throw new ArtooError('unknown_task', message, { field: 'id' })
    }
    const { taskId, session } = task
    return { id: session?.id ?? randomUUID(), begin: (conversation) => conversation.resume(taskId) }
  })
}
