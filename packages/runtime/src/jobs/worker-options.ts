import type { Clock, IdGenerator } from '@artoo/spec'
import type { Job, JobQueue, Settlement } from './job-queue.js'

/** The signals that a run of a job heeds. */
export interface JobControl {
  /** Aborts when the job is to end with a result: it was cancelled, or its workers die with it. The reason says so. */
  readonly cancelled: AbortSignal
  /** Aborts when the run is to leave this process as it is, for another worker to go on with. */
  readonly leaving: AbortSignal
}

/** The way in which jobs of one kind are carried out. */
export interface JobRunner {
  readonly kind: string
  /** `System.version`. */
  readonly version: string
  /** Returns how far the run of a job has come: a number that grows with each of its steps. */
  progress(job: Job): Promise<number>
  /** Carries the job out, or goes on with it. A rejection is an attempt that failed. */
  run(job: Job, control: JobControl): Promise<Settlement>
}

/** News of a worker, for a log. */
export type WorkerEvent =
  | { readonly type: 'claimed'; readonly taskId: string; readonly lost: number }
  | { readonly type: 'settled'; readonly taskId: string; readonly settlement: Settlement }
  /** Another worker has the job, or this one could not renew its lease in time. */
  | { readonly type: 'lost'; readonly taskId: string }
  /** The queue can't be reached, or gave an error; the worker tries again. */
  | { readonly type: 'queue_failed'; readonly error: unknown }

export interface WorkerSettings {
  /** Jobs at once. @defaultValue 10 */
  readonly concurrency?: number | undefined
  /** A job is taken only if the worker has all of its tags. @defaultValue none: it takes jobs without tags */
  readonly tags?: readonly string[] | undefined
  /** The name in the queue begins with it; a new id follows. @defaultValue the id alone */
  readonly name?: string | undefined
  /** Milliseconds without a sign of life until another worker may take its jobs. @defaultValue 30_000 */
  readonly leaseMs?: number | undefined
  /** Milliseconds between looks for jobs, as changes in another process may go unheard. @defaultValue 1_000 */
  readonly pollMs?: number | undefined
  /** @defaultValue nothing is called */
  readonly onEvent?: ((event: WorkerEvent) => void) | undefined
}

export interface WorkerOptions extends WorkerSettings {
  readonly queue: JobQueue
  readonly runners: readonly JobRunner[]
  readonly clock: Clock
  readonly ids: IdGenerator
}

/** A worker, which takes jobs until it is closed. */
export interface Worker {
  readonly name: string
  /** The ids of the jobs that it has. */
  readonly running: readonly string[]
  /**
   * Takes no more jobs, lets go of those that run, as they are, for other workers, and waits for that. On a signal to end the process:
   * `process.once('SIGTERM', () => worker.close())`. Rejects with `settle_timeout` when a run or the queue takes more than 5 s.
   */
  close(): Promise<void>
}
