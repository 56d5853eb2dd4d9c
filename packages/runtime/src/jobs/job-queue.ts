import type { PersonRequest } from '../people/person-requests.js'
import type { PersonAnswer } from '../run/run-options.js'

/** A task for any worker that shares the queue: plain JSON data. */
export interface NewJob {
  readonly taskId: string
  /** The system that carries it out, such as `task`. */
  readonly kind: string
  /** `System.version` of the code that submits it: a worker of another version leaves it to others. */
  readonly version: string
  /** The input and the options of the run. */
  readonly input: unknown
  /** A worker takes a job only if it has all of the job's tags. */
  readonly tags: readonly string[]
  /** A job of a higher priority is taken first; among equals the one that was ready first. */
  readonly priority: number
  /** Milliseconds until it is ready. */
  readonly delayMs: number
}

export const jobStates = ['ready', 'leased', 'waiting', 'done', 'dead'] as const

/**
 * `ready` to be taken, now or after its delay; `leased` by a worker; `waiting` for answers of people; `done`; `dead`: given up, since its workers
 * died.
 */
export type JobState = (typeof jobStates)[number]

/** A job as the queue stores it. Times are milliseconds since the Unix epoch by the queue's clock. */
export interface Job extends Omit<NewJob, 'delayMs'> {
  readonly state: JobState
  readonly submittedAt: number
  /** The time from which it may be taken. */
  readonly readyAt: number
  /** The time of its end; null while it is open. */
  readonly endedAt: number | null
  /** Number of times it was claimed. With the id it names a lease. */
  readonly claims: number
  /** The worker that has it or had it last; null before the first. */
  readonly worker: string | null
  /** The time at which its lease is over unless it is renewed; null when it is not leased. */
  readonly leasedUntil: number | null
  /** Leases in a row that ran out without progress, because a worker died, hung or was cut off, and attempts that failed. */
  readonly lost: number
  /** The progress of its run when a worker last took it after a loss: a number that grows with each step. */
  readonly progress: number
  /** The reason of `cancel`; null when it was not cancelled. */
  readonly cancelled: string | null
  /** Reasons for which workers left it to others, by the name of the worker. */
  readonly left: Readonly<Record<string, string>>
  /** The questions that it waits with; empty in any other state. */
  readonly requests: readonly PersonRequest[]
  /** Answers that the run has not taken in yet, by the id of the request. */
  readonly answers: Readonly<Record<string, PersonAnswer>>
  /** The result of the run; null before its end. */
  readonly result: unknown
  /** The reason why it is dead, or why its last attempt failed, for a person; null otherwise. */
  readonly problem: string | null
}

/** A worker's hold on a job: the number of the claim fences those before it. */
export type JobLease = Pick<Job, 'taskId' | 'claims'>

/** A lease to be renewed. With progress beyond that of the job, the losses before the last one don't count any more. */
export interface RenewedLease extends JobLease {
  readonly progress?: number | undefined
}

/** The jobs that a worker wants. */
export interface JobWish {
  /** The name of the worker, which no other has. */
  readonly worker: string
  readonly kinds: readonly string[]
  readonly tags: readonly string[]
  /** Number of jobs, at most. */
  readonly count: number
  /** Number of suspects among them, at most: jobs that were lost twice in a row or more. */
  readonly suspects: number
  /** Milliseconds until a lease that is not renewed is over. */
  readonly leaseMs: number
}

/** State of a lease at its renewal: a job that another worker has, or that is no more, is `lost`. */
export type LeaseState = 'held' | 'cancelled' | 'lost'

/** The way in which a worker gives a job back. */
export type Settlement =
  | { readonly kind: 'done'; readonly result: unknown }
  /** Given up. */
  | { readonly kind: 'dead'; readonly result: unknown; readonly problem: string }
  /** Waits until one of the requests is answered. The answers that the job had are removed: the run has taken them in. */
  | { readonly kind: 'waiting'; readonly requests: readonly PersonRequest[] }
  /** For any worker to go on with, after a delay. */
  | { readonly kind: 'ready'; readonly delayMs: number }
  /** The attempt failed, which counts as a lost lease: for any worker to try again, after a delay. */
  | { readonly kind: 'failed'; readonly problem: string; readonly delayMs: number }
  /** For any worker but this one. */
  | { readonly kind: 'left'; readonly reason: string }

export interface JobFilter {
  readonly state?: JobState | undefined
  readonly kind?: string | undefined
}

/**
 * A queue of tasks that workers share, with the questions that tasks wait with and their answers. Each method takes effect as a whole or not at all,
 * for all processes at once. A queue that can't be reached for a moment, as while a database restarts, is patient by itself.
 */
export interface JobQueue {
  /** True when the jobs outlive the process. @defaultValue true */
  readonly durable?: boolean | undefined
  /** The folder of its files. @defaultValue it has none */
  readonly directory?: string | undefined
  /**
   * Adds a job; once it resolves the job survives the process. Rejects with `task_exists` for an id that it has, `job_queue_full` when as many jobs as
   * it holds are ready.
   */
  submit(job: NewJob): Promise<void>
  /**
   * Leases ready jobs, and those whose lease has run out, which counts as lost. Never a job that this worker has left. A cancelled job is ready at
   * once, so that a worker gives it its result.
   */
  claim(wish: JobWish): Promise<readonly Job[]>
  /** Renews leases. Resolves to the state of each, in order. */
  renew(leases: readonly RenewedLease[], leaseMs: number): Promise<readonly LeaseState[]>
  /** Ends a lease. Resolves to false without effect when it is lost. `done`, `waiting` and `ready` set `lost` to 0. */
  settle(lease: JobLease, settlement: Settlement): Promise<boolean>
  /**
   * Answers requests of a waiting job, which is ready then. The first answer counts: rejects with `unknown_request` for one that does not wait for
   * an answer any more, without effect; `unknown_task`.
   */
  answer(taskId: string, answers: Readonly<Record<string, PersonAnswer>>): Promise<void>
  /** Ends a job through a worker, which gives it its result. Resolves to false when it has ended or is unknown. */
  cancel(taskId: string, reason: string): Promise<boolean>
  job(taskId: string): Promise<Job | null>
  /** The jobs, in no particular order. */
  jobs(filter?: JobFilter): AsyncIterable<Job>
  counts(): Promise<Readonly<Record<JobState, number>>>
  /** Removes a job. Its worker loses its lease. No effect when there is none. */
  remove(taskId: string): Promise<void>
  /**
   * Calls with the id of a job that may have changed, in this process or another, until the returned function is called. Some changes may be missed:
   * a listener looks now and then by itself, too.
   */
  onChange(listener: (taskId: string) => void): () => void
}
