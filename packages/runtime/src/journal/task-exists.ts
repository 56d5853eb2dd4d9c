import { ArtooError } from '@artoo/spec'

/** Two runs in one journal could not be told apart. */
export function taskExists(taskId: string): ArtooError {
  return new ArtooError(
    'task_exists',
    `there is a run ${taskId} in the journal already: give each run an id of its own`,
  )
}
