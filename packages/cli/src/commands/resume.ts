import { randomUUID } from 'node:crypto'
import { ArtooError } from '@artoo/spec'
import type { Call } from '../call/call.js'
import { newestTask } from '../records/newest.js'
import { taskIdFrom } from '../records/task-id.js'
import { hold } from './hold.js'

/** `artoo resume [id]`: goes on with a task. */
export async function resume(call: Call): Promise<number> {
  const [given] = call.words
  return hold(call, async (agent) => {
    const canGoOn = ({ state }: { readonly state: string }) => state === 'waiting' || state === 'died'
    const id = given === undefined ? null : await taskIdFrom(agent.journal, given)
    const task = await newestTask(agent.artoo, (one) => (id === null ? canGoOn(one) : one.taskId === id))
    if (!task) {
      throw new ArtooError('unknown_task', 'no task can be resumed here: artoo tasks lists them all', { field: 'id' })
    }
    const { taskId, session } = task
    return { id: session?.id ?? randomUUID(), begin: (conversation) => conversation.resume(taskId) }
  })
}
