import { type Clock, countOption, systemClock } from '@artoo/spec'
import { jobListeners } from './job-listeners.js'
import type { Job, JobQueue } from './job-queue.js'
import {
  answered,
  cancelled,
  chosen,
  claimed,
  isFree,
  isListed,
  jobExists,
  noJobs,
  queueFull,
  renewed,
  settled,
  submitted,
} from './job-rules.js'

export interface MemoryQueueOptions {
  /** Number of ready jobs from which `submit` rejects. @defaultValue 100_000 */
  readonly maxReady?: number | undefined
  /** @defaultValue the system's */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/** A queue that ends with its process: for tests, and for one process that bounds its own work. */
export function memoryQueue({
  maxReady = 100_000,
  clock = systemClock(),
}: MemoryQueueOptions = {}): JobQueue & { readonly durable: false } {
  countOption('maxReady', maxReady, 1)
  const jobs = new Map<string, Job>()
  const listeners = jobListeners()

  function put(job: Job): void {
    jobs.set(job.taskId, structuredClone(job))
    listeners.tell(job.taskId)
  }

  const get = (taskId: string) => structuredClone(jobs.get(taskId) ?? null)

  return {
    durable: false,
    async submit(job) {
      if (jobs.has(job.taskId)) throw jobExists(job.taskId)
      const ready = [...jobs.values()].filter(({ state }) => state === 'ready')
      if (ready.length >= maxReady) throw queueFull(maxReady)
      put(submitted(job, clock.now()))
    },
    async claim(wish) {
      const now = clock.now()
      const free = [...jobs.values()].filter((job) => isFree(job, wish, now))
      return chosen(free, wish).map((job) => {
        // A claim is no news: the others have one job less.
        jobs.set(job.taskId, structuredClone(claimed(job, wish, now)))
        return get(job.taskId) as Job
      })
    },
    async renew(leases, leaseMs) {
      return leases.map((lease) => {
        const { state, job } = renewed(get(lease.taskId), lease, clock.now() + leaseMs)
        if (job) jobs.set(job.taskId, job)
        return state
      })
    },
    async settle(lease, settlement) {
      const after = settled(get(lease.taskId), lease, settlement, clock.now())
      if (after) put(after)
      return after !== null
    },
    async answer(taskId, answers) {
      put(answered(get(taskId), taskId, answers, clock.now()))
    },
    async cancel(taskId, reason) {
      const after = cancelled(get(taskId), reason, clock.now())
      if (after) put(after)
      return after !== null
    },
    job: async (taskId) => get(taskId),
    async *jobs(filter = {}) {
      for (const { taskId } of [...jobs.values()]) {
        const job = get(taskId)
        if (job && isListed(job, filter)) yield job
      }
    },
    async counts() {
      const counts = { ...noJobs }
      for (const { state } of jobs.values()) counts[state]++
      return counts
    },
    async remove(taskId) {
      jobs.delete(taskId)
      listeners.tell(taskId)
    },
    onChange: listeners.add,
  }
}
