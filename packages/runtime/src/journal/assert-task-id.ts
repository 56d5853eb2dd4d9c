import { ArtooError } from '@artoo/spec'

/** @throws {ArtooError} `invalid_task_id` for what is not the id of a task, such as the options. */
export function assertTaskId(taskId: unknown): void {
  if (typeof taskId === 'string' && taskId !== '') return
  const got = taskId === '' ? 'an empty text' : `${taskId === null ? 'null' : typeof taskId}`
  const message = `taskId must be the id that a run handle or tasks() gave, not ${got}; options come behind it`
  throw new ArtooError('invalid_task_id', message, { field: 'taskId' })
}
