import type { Envelope } from '@artoo/bus'
import { ArtooError, type Clock, type IdGenerator, plainDataProblem } from '@artoo/spec'
import { assertTaskId } from '../journal/assert-task-id.js'
import type { Journal } from '../journal/journal.js'
import { ownId } from '../scope/own-id.js'
import { assertCarriedAnswers } from './assert-carried-answers.js'
import { type JobHandle, jobHandle } from './job-handle.js'
import type { Job, JobQueue } from './job-queue.js'
import { createWorker } from './worker.js'
import type { JobRunner, Worker, WorkerSettings } from './worker-options.js'

/** Options of a job beside those of its run. */
export interface JobOptions {
  /**
   * Its id, for a caller that may submit it twice, as after a lost answer: the second one is refused (`task_exists`), and `follow(taskId)` has the
   * first. @defaultValue a new one
   */
  readonly taskId?: string | undefined
  /** A worker takes the job only if it has all of these tags. @defaultValue none: any worker */
  readonly tags?: readonly string[] | undefined
  /** A job of a higher priority is taken first. @defaultValue 0 */
  readonly priority?: number | undefined
  /** Milliseconds until it may be taken. @defaultValue 0 */
  readonly delayMs?: number | undefined
}

/** Names of the options of every worker. */
export const workerSettings = ['concurrency', 'tags', 'name', 'leaseMs', 'pollMs', 'onEvent'] as const

export interface JobsOfKindOptions {
  readonly kind: string
  /** `System.version`. */
  readonly version: string
  readonly queue: JobQueue | undefined
  /** The journal with the events of the jobs, under their ids; null for jobs that have none to iterate. */
  readonly journal: Journal | null | undefined
  readonly clock: Clock
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}

/** The jobs of one kind: submitted anywhere, carried out by workers, answered by anybody. */
export interface JobsOfKind {
  /** `input` is plain data. @throws {ArtooError} `no_queue`, `unsupported_option`, `invalid_option`, `closed`. */
  submit<Result, Event extends Envelope>(input: unknown, options: JobOptions): JobHandle<Result, Event>
  /** A job that was submitted before, in any process. @throws {ArtooError} `no_queue`, `invalid_task_id`, `closed`. */
  follow<Result, Event extends Envelope>(taskId: string): JobHandle<Result, Event>
  /** Rejects with `unknown_request`, `unknown_task`, `unsupported_option`, `no_queue`, `closed`. */
  answer(taskId: string, answers: Job['answers']): Promise<void>
  /** @throws {ArtooError} `no_queue`, `invalid_option`, `closed`. */
  worker(settings: WorkerSettings, runner: Pick<JobRunner, 'progress' | 'run'>): Worker
  /** Closes the workers, and ends the waiting for jobs. */
  close(): Promise<void>
}

export function jobsOfKind({ kind, version, queue, journal, clock, ids = ownId }: JobsOfKindOptions): JobsOfKind {
  const closing = new AbortController()
  const workers = new Set<Worker>()

  function shared() {
    closing.signal.throwIfAborted()
    if (queue && journal !== undefined) return { queue, journal }
    const needed =
      journal === null ? 'a queue that workers share: give it' : 'a queue and a journal that workers share: give both'
    const message = `jobs need ${needed}, as \`queue\`${journal === null ? '' : ' and `journal`'}`
    throw new ArtooError('no_queue', message, { field: queue ? 'journal' : 'queue' })
  }

  function handleOn<Result, Event extends Envelope>(taskId: string, submitted: Promise<void>) {
    const { signal } = closing
    return jobHandle<Result, Event>(taskId, { ...shared(), clock, submitted, signal })
  }

  return {
    submit(input, { taskId = ids(), tags = [], priority = 0, delayMs = 0 }) {
      const stores = shared()
      assertNumber('priority', priority, Number.NEGATIVE_INFINITY)
      assertNumber('delayMs', delayMs, 0)
      assertTags(tags)
      assertPlain(input)
      assertTaskId(taskId)
      // A copy, as the queue may write it later.
      const own = structuredClone({ input, tags })
      return handleOn(taskId, stores.queue.submit({ taskId, kind, version, ...own, priority, delayMs }))
    },
    follow(taskId) {
      assertTaskId(taskId)
      return handleOn(taskId, Promise.resolve())
    },
    async answer(taskId, answers) {
      assertTaskId(taskId)
      const { queue } = shared()
      assertCarriedAnswers(await queue.job(taskId), answers)
      await queue.answer(taskId, answers)
    },
    worker(settings, runner) {
      assertTags(settings.tags ?? [])
      const worker = createWorker({
        ...settings,
        queue: shared().queue,
        runners: [{ kind, version, ...runner }],
        clock,
        ids,
      })
      workers.add(worker)
      return worker
    },
    async close() {
      closing.abort(new ArtooError('closed', 'this instance was closed: follow the job with another one'))
      await Promise.all([...workers].map((worker) => worker.close()))
    },
  }
}

function assertNumber(field: string, value: number, min: number): void {
  if (Number.isFinite(value) && value >= min) return
  const range = min === 0 ? 'a number from 0' : 'a number'
  throw new ArtooError('invalid_option', `${field} must be ${range}`, { field })
}

function assertTags(tags: readonly string[]): void {
  const isTag = (tag: unknown) => typeof tag === 'string' && tag !== ''
  if (Array.isArray(tags) && tags.every(isTag)) return
  throw new ArtooError('invalid_option', 'tags must be a list of texts', { field: 'tags' })
}

function assertPlain(input: unknown): void {
  const problem = plainDataProblem(input)
  if (problem === null) return
  const why = problem === 'foreign' ? 'holds something that is not plain data' : 'holds too much'
  throw new ArtooError('unsupported_option', `the job ${why}: it is carried to another process as JSON`)
}
