import type { Artoo, Task } from '@artoo/sdk'

/** The conversation whose last turn began last; null when there is no conversation. */
export async function newestSession(artoo: Pick<Artoo, 'tasks'>): Promise<string | null> {
  const task = await newestTask(artoo, ({ session }) => session !== undefined)
  return task?.session?.id ?? null
}

/** The task that began last of those that are wanted; null when there is no such task. */
export async function newestTask(artoo: Pick<Artoo, 'tasks'>, isWanted: (task: Task) => boolean): Promise<Task | null> {
  let newest: Task | null = null
  for await (const task of artoo.tasks()) {
    if (isWanted(task) && task.startedAt >= (newest?.startedAt ?? 0)) newest = task
  }
  return newest
}
