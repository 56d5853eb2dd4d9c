import { ArtooError } from '@artoo/spec'
import type {
  Job,
  JobFilter,
  JobLease,
  JobState,
  JobWish,
  LeaseState,
  NewJob,
  RenewedLease,
  Settlement,
} from './job-queue.js'

/**
 * The rules of a queue, as pure functions of a job and the time: every queue uses them, and differs only in the way it stores jobs and lets one
 * process change a job at a time.
 */

export function submitted({ delayMs, ...job }: NewJob, now: number): Job {
  return {
    ...job,
    ...{ state: 'ready', submittedAt: now, readyAt: after(delayMs, now), endedAt: null },
    ...{ claims: 0, worker: null, leasedUntil: null, lost: 0, progress: 0 },
    ...{ cancelled: null, left: {}, requests: [], answers: {}, result: null, problem: null },
  }
}

/** In whole milliseconds, and before any date ends, as a database stores no other times. */
const after = (delayMs: number, now: number) => now + Math.ceil(Math.min(delayMs, longestDelayMs))

/** A hundred thousand years. */
const longestDelayMs = 3.2e15

/** Whether a worker may take the job now. */
export function isFree(
  job: Job,
  { worker, kinds, tags }: Pick<JobWish, 'worker' | 'kinds' | 'tags'>,
  now: number,
): boolean {
  const isReady = job.state === 'ready' ? job.readyAt <= now : job.state === 'leased' && hasRunOut(job, now)
  const isWanted = kinds.includes(job.kind) && job.tags.every((tag) => tags.includes(tag))
  return isReady && isWanted && !Object.hasOwn(job.left, worker)
}

const hasRunOut = ({ leasedUntil }: Job, now: number) => leasedUntil !== null && leasedUntil < now

/**
 * Whether a job was lost twice in a row or more, with the lease that has run out. Jobs that ran beside one that kills its worker were lost with it
 * and are claimed at the same time: a worker has one suspect at a time, so that they part.
 */
export const isSuspect = ({ state, lost }: Pick<Job, 'state' | 'lost'>): boolean =>
  (state === 'leased' ? lost + 1 : lost) >= 2

/** The jobs that a worker gets, of all that are free. */
export function chosen(free: readonly Job[], { count, suspects }: Pick<JobWish, 'count' | 'suspects'>): readonly Job[] {
  let left = suspects
  const isAllowed = (job: Job) => !isSuspect(job) || left-- > 0
  return [...free].sort(inOrder).filter(isAllowed).slice(0, count)
}

/** The order in which jobs are taken. */
export function inOrder(one: Job, other: Job): number {
  return other.priority - one.priority || one.readyAt - other.readyAt || (one.taskId < other.taskId ? -1 : 1)
}

/** The job in the hands of a worker. */
export function claimed(job: Job, { worker, leaseMs }: Pick<JobWish, 'worker' | 'leaseMs'>, now: number): Job {
  const lost = job.state === 'leased' ? job.lost + 1 : job.lost
  return { ...job, state: 'leased', worker, claims: job.claims + 1, leasedUntil: now + leaseMs, lost }
}

const holds = (job: Job | null, { claims }: JobLease): job is Job =>
  job !== null && job.state === 'leased' && job.claims === claims

/** A lease that has run out and that no other worker has taken is still held. */
export function renewed(
  job: Job | null,
  lease: RenewedLease,
  until: number,
): { readonly state: LeaseState; readonly job?: Job } {
  if (!holds(job, lease)) return { state: 'lost' }
  const { lost, progress } = advanced(job, lease.progress)
  return { state: job.cancelled === null ? 'held' : 'cancelled', job: { ...job, lost, progress, leasedUntil: until } }
}

/** A run that went on between two losses did not cause them by one and the same step: only the last loss counts. */
export function advanced(job: Pick<Job, 'lost' | 'progress'>, progress = 0): Pick<Job, 'lost' | 'progress'> {
  return progress > job.progress ? { lost: Math.min(job.lost, 1), progress } : job
}

/** The job after its lease; null when the lease is lost. */
export function settled(job: Job | null, lease: JobLease, settlement: Settlement, now: number): Job | null {
  if (!holds(job, lease)) return null
  const free = { ...job, leasedUntil: null }
  const idle = { ...free, lost: 0, readyAt: now, problem: null }
  switch (settlement.kind) {
    case 'left':
      return left(free, settlement.reason, now)
    case 'failed':
      return {
        ...free,
        ...{ state: 'ready', readyAt: after(settlement.delayMs, now), lost: job.lost + 1, problem: settlement.problem },
      }
    case 'done':
      return { ...idle, state: 'done', endedAt: now, result: settlement.result, answers: {} }
    case 'dead':
      return {
        ...idle,
        ...{ state: 'dead', endedAt: now, lost: job.lost, answers: {} },
        ...{ result: settlement.result, problem: settlement.problem },
      }
    case 'ready':
      return { ...idle, state: 'ready', readyAt: after(settlement.delayMs, now) }
    case 'waiting':
      return waiting(idle, settlement)
    default:
      return settlement satisfies never
  }
}

/** Milliseconds until an attempt that failed is made again: longer each time, as what fails may be a disk or a database. */
export const retryDelayMs = ({ lost }: Pick<Job, 'lost'>) => 2_000 * 4 ** lost

function left(job: Job, reason: string, now: number): Job {
  return { ...job, state: 'ready', readyAt: now, left: { ...job.left, [job.worker ?? '']: reason } }
}

/** A job that was cancelled meanwhile doesn't wait. */
function waiting(job: Job, { requests }: Settlement & { readonly kind: 'waiting' }): Job {
  if (job.cancelled !== null) return { ...job, state: 'ready', answers: {} }
  return { ...job, state: 'waiting', requests, answers: {} }
}

/** @throws {ArtooError} `unknown_task`, `unknown_request` for an answer to what is not asked. */
export function answered(job: Job | null, taskId: string, answers: Job['answers'], now: number): Job {
  if (!job) throw unknownJob(taskId)
  const open = new Set(job.state === 'waiting' ? job.requests.map(({ id }) => id) : [])
  const unasked = Object.keys(answers).find((id) => !open.has(id))
  if (unasked !== undefined) throw unaskedRequest(taskId, unasked, open)
  if (Object.keys(answers).length === 0) return job
  return { ...job, state: 'ready', readyAt: now, requests: [], answers }
}

function unaskedRequest(taskId: string, id: string, open: ReadonlySet<string>): ArtooError {
  const remedy = open.size > 0 ? `it waits for ${[...open].join(', ')}` : 'it waits for no answer'
  const message = `${taskId} has no open request ${id}, which another may have answered: ${remedy}`
  return new ArtooError('unknown_request', message, { field: `answers.${id}` })
}

/** The job that a worker is to end; null when there is nothing to end. */
export function cancelled(job: Job | null, reason: string, now: number): Job | null {
  if (!job || job.state === 'done' || job.state === 'dead') return null
  const own = { ...job, cancelled: job.cancelled ?? reason }
  return job.state === 'leased' ? own : { ...own, state: 'ready', readyAt: now, requests: [] }
}

export function isListed(job: Job, { state, kind }: JobFilter): boolean {
  return (state ?? job.state) === job.state && (kind ?? job.kind) === job.kind
}

export const noJobs: Readonly<Record<JobState, number>> = { ready: 0, leased: 0, waiting: 0, done: 0, dead: 0 }

export function unknownJob(taskId: string): ArtooError {
  return new ArtooError('unknown_task', `the queue has no job ${taskId}`, { field: 'taskId' })
}

export function jobExists(taskId: string): ArtooError {
  return new ArtooError('task_exists', `the queue has a job ${taskId} already: give each job an id of its own`)
}

/** Back-pressure: who submits is to wait, or to try elsewhere. */
export function queueFull(most: number): ArtooError {
  const message = `${most} jobs are ready already: submit again once workers have taken some, add workers, or raise maxReady`
  return new ArtooError('job_queue_full', message)
}
