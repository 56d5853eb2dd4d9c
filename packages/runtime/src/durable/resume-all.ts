import { ArtooError, errorCode, onAbort } from '@artoo/spec'
import { withResolvers } from '../time/with-resolvers.js'
import type { Task } from './tasks.js'

export interface ResumeAllLimits {
  /** Tasks that go on at once. @defaultValue 10 */
  readonly concurrency?: number | undefined
  /** Ends the resuming: tasks that go on already are left alone, those that wait for a place stay `died`. */
  readonly signal?: AbortSignal | undefined
}

/** The end of a resumed task: its outcome, or the error that `resume` threw or its handle rejected with. */
export type ResumedTask<Outcome> =
  | { readonly taskId: string; readonly outcome: Outcome }
  | { readonly taskId: string; readonly error: unknown }

/**
 * Resumes tasks, the oldest first and a number of them at once. Resolves when all have ended, or have been left alone.
 *
 * @throws {ArtooError} `invalid_option` for a `concurrency` that is not a whole number from 1.
 */
export async function resumeAll<Outcome>(
  died: AsyncIterable<Task>,
  /** Null leaves the task alone. */
  resume: (task: Task) => Promise<Outcome> | null,
  { concurrency = 10, signal }: ResumeAllLimits = {},
): Promise<readonly ResumedTask<Outcome>[]> {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    const message = `concurrency must be a whole number from 1, not ${concurrency}`
    throw new ArtooError('invalid_option', message, { field: 'concurrency' })
  }
  const tasks: Task[] = []
  for await (const task of died) tasks.push(task)
  tasks.sort((one, other) => one.startedAt - other.startedAt)
  const { promise: stopped, resolve: stop } = withResolvers<void>()
  const ignore = signal && onAbort(signal, () => stop())
  const resumed: Promise<ResumedTask<Outcome>>[] = []
  const running = new Set<Promise<unknown>>()
  for (const task of tasks) {
    if (running.size >= concurrency) await Promise.race([stopped, ...running])
    if (signal?.aborted) break
    try {
      const { taskId } = task
      const ended = resume(task)?.then(
        (outcome) => ({ taskId, outcome }),
        (error: unknown) => ({ taskId, error }),
      )
      if (!ended) continue
      resumed.push(ended)
      running.add(ended)
      void ended.then(() => running.delete(ended))
    } catch (error) {
      // After `close()` the rest waits for the next process.
      if (errorCode(error) === 'closed') break
      resumed.push(Promise.resolve({ taskId: task.taskId, error }))
    }
  }
  ignore?.()
  return Promise.all(resumed)
}
