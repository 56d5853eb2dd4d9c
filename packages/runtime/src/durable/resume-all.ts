import { atMost, countOption, errorCode } from '@artoo/spec'
import type { Task } from './tasks.js'

export interface ResumeAllLimits {
  /** Tasks that go on at once. @defaultValue 10 */
  readonly concurrency?: number | undefined
  /** Ends the resuming: tasks that go on already are left alone, those that wait for a place stay `died`. */
  readonly signal?: AbortSignal | undefined
}

/** The end of a resumed task: its outcome, or the error that `resume` threw or its handle rejected with. */
export type ResumedTask<Outcome> =
  | { readonly taskId: string; readonly outcome: Outcome; readonly error?: undefined }
  | { readonly taskId: string; readonly error: unknown; readonly outcome?: undefined }

/**
 * Resumes tasks, the oldest first and a number of them at once. Resolves when all have ended, or have been left alone.
 *
 * @throws {ArtooError} `invalid_option` for a `concurrency` that is not a whole number from 1.
 */
export async function resumeAll<Outcome>(
  died: AsyncIterable<Task>,
  /** Null leaves the task alone. */
  resume: (task: Task) => Promise<{ readonly outcome: Outcome } | null>,
  { concurrency = 10, signal }: ResumeAllLimits = {},
): Promise<readonly ResumedTask<Outcome>[]> {
  countOption('concurrency', concurrency, 1)
  const tasks: Task[] = []
  for await (const task of died) tasks.push(task)
  tasks.sort((one, other) => one.startedAt - other.startedAt)
  const inTurn = atMost(concurrency)
  let isOver = false
  const resumed = await Promise.all(
    tasks.map((task) =>
      inTurn(async (): Promise<ResumedTask<Outcome> | null> => {
        if (isOver || signal?.aborted) return null
        try {
          const ended = await resume(task)
          return ended && { taskId: task.taskId, ...ended }
        } catch (error) {
          if (errorCode(error) !== 'closed') return { taskId: task.taskId, error }
          // After `close()` the rest waits for the next process.
          isOver = true
          return null
        }
      }),
    ),
  )
  return resumed.filter((one) => one !== null)
}
