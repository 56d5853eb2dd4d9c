import { type Journal, type Task, tasksIn } from '@artoo/runtime'
import { systemClock } from '@artoo/spec'

/** A task as its journal has it; null when there is none. */
export async function taskIn(journal: Journal, taskId: string): Promise<Task | null> {
  const one = {
    ...journal,
    async *list() {
      yield { taskId, state: 'running', startedAt: 0 } as const
    },
  }
  for await (const task of tasksIn(one, undefined, systemClock())) return task
  return null
}
