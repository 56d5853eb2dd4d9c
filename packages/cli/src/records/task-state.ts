import { type Journal, type TaskState, tasksIn } from '@artoo/runtime'
import { ArtooError, systemClock } from '@artoo/spec'
import { eachOf } from './items.js'

/** The state of a task by all its lines; null when there is no such task. */
export async function stateIn(journal: Journal, taskId: string): Promise<TaskState | null> {
  const run = { taskId, state: 'running', startedAt: 0 } as const
  const one = { ...journal, list: () => eachOf([run]) }
  for await (const { state } of tasksIn(one, undefined, systemClock())) return state
  return null
}

/** @throws {ArtooError} `task_running` for a task that a process works at: its writes would cross ours. */
export async function assertNotRunning(journal: Journal, taskId: string): Promise<void> {
  if ((await stateIn(journal, taskId)) !== 'running') return
  const message = `${taskId} is under way in another process: wait for it, or interrupt it there`
  throw new ArtooError('task_running', message, { field: 'id' })
}
