import type { Envelope } from '@artoo/bus'
import { ArtooError, type Clock } from '@artoo/spec'
import { followEvents } from '../journal/follow-events.js'
import type { Journal } from '../journal/journal.js'
import { nextLook } from '../time/next-look.js'
import type { Job, JobQueue } from './job-queue.js'
import { unknownJob } from './job-rules.js'

/**
 * A job, from any process that shares its queue and journal. Await it for the result, iterate it for the events from the first one, both any number
 * of times. Events end with the run or its job; iterating throws `unknown_task` for a job that was removed. Questions that the run waits with are in `job()`; it goes on once they are answered.
 */
export interface JobHandle<Result, Event = Envelope> extends PromiseLike<Result>, AsyncIterable<Event> {
  readonly taskId: string
  /** Resolves when the job is in the queue: from then on it survives this process. Rejects as `submit` of the queue does. */
  readonly submitted: Promise<void>
  /**
   * The result. Rejects with `worker_lost` for a job that is dead without one, `unknown_task` for one that was removed, `aborted` when the
   * signal aborts, which leaves the job alone.
   */
  readonly result: Promise<Result>
  /** The job as it stands in the queue. Rejects with `unknown_task`. */
  job(): Promise<Job>
  /** Ends the job with a result, through a worker. Resolves to false when it has ended already. */
  cancel(reason?: string): Promise<boolean>
}

interface JobHandleOptions {
  readonly queue: JobQueue
  /** Null for a job without events. */
  readonly journal: Journal | null
  readonly clock: Clock
  readonly submitted: Promise<void>
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

/** Milliseconds between two looks at a job, as changes in another process may go unheard. */
const lookMs = 1_000

export function jobHandle<Result, Event extends Envelope = Envelope>(
  taskId: string,
  { queue, journal, clock, submitted, signal }: JobHandleOptions,
): JobHandle<Result, Event> {
  let result: Promise<Result> | undefined
  // A job that nobody awaits must not cause an unhandled rejection.
  submitted.catch(() => undefined)

  async function job(): Promise<Job> {
    await submitted
    const found = await queue.job(taskId)
    if (found) return found
    throw unknownJob(taskId)
  }

  async function ended(): Promise<Result> {
    let isChanged = false
    let wakeUp = () => {}
    // Once for the whole wait: a queue may open a connection for its listeners.
    const stopListening = queue.onChange((changed) => {
      if (changed !== taskId) return
      isChanged = true
      wakeUp()
    })
    const wake = (callback: () => void) => {
      if (isChanged) callback()
      wakeUp = callback
      return () => {}
    }
    try {
      for (;;) {
        isChanged = false
        const { state, result, problem } = await job()
        if (state === 'done' || (state === 'dead' && result !== null)) return result as Result
        if (state === 'dead') throw new ArtooError('worker_lost', `${taskId} has no result: ${problem}`)
        await nextLook({ clock, ms: lookMs, signal, wake })
        signal.throwIfAborted()
      }
    } finally {
      stopListening()
    }
  }

  const isOver = async () => (await job()).endedAt !== null

  // Looks begin with the first one who waits.
  const outcome = () => (result ??= ended())
  return {
    taskId,
    submitted,
    get result() {
      return outcome()
    },
    job,
    cancel: (reason = '') => submitted.then(() => queue.cancel(taskId, reason)),
    // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
    then: (onResult, onError) => outcome().then(onResult, onError),
    async *[Symbol.asyncIterator]() {
      await submitted
      if (journal) yield* followEvents<Event>(journal, taskId, { clock, signal, isOver })
    },
  }
}
