import type { Artoo, Task } from '@artoo/sdk'
import { age } from '../view/text/numbers.js'

interface Newest {
  readonly id: string
  /** A sentence on it for the person. */
  readonly note: string
}

/** The conversation whose last turn began last; null when there is no conversation. */
export async function newestSession(artoo: Pick<Artoo, 'tasks'>): Promise<Newest | null> {
  const task = await newestTask(artoo, ({ session }) => session !== undefined)
  if (!task?.session) return null
  const { id, turn } = task.session
  const when = age(task.startedAt, Date.now())
  const turns = `${turn} ${turn === 1 ? 'turn' : 'turns'}`
  return { id, note: `Goes on after ${turns}, the last one ${when === 'now' ? when : `${when} ago`}.` }
}

/** The task that began last of those that are wanted; null when there is no such task. */
export async function newestTask(artoo: Pick<Artoo, 'tasks'>, isWanted: (task: Task) => boolean): Promise<Task | null> {
  let newest: Task | null = null
  for await (const task of artoo.tasks()) {
    if (isWanted(task) && task.startedAt >= (newest?.startedAt ?? 0)) newest = task
  }
  return newest
}
