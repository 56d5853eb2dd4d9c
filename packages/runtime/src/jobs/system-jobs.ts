import { assertOptions } from '@artoo/spec'
import type { Journal } from '../journal/journal.js'
import type { Job } from './job-queue.js'
import { type JobsOfKind, type JobsOfKindOptions, jobsOfKind, workerSettings } from './jobs-of-kind.js'
import { progressOf, type RunJobOptions, runJob } from './run-job.js'
import type { Worker, WorkerSettings } from './worker-options.js'

/** Options of the worker of a system. */
export interface SystemWorkerOptions extends WorkerSettings {
  /** Returns what is handed to tools and people of a job: a user, a tenant, a connection. @defaultValue undefined */
  readonly context?: ((job: Job) => unknown) | undefined
}

interface SystemJobsOptions extends JobsOfKindOptions, Pick<RunJobOptions, 'start' | 'resume'> {
  readonly journal: Journal | undefined
}

/** The jobs of one system, which are runs. */
export interface SystemJobs extends Omit<JobsOfKind, 'worker'> {
  /** @throws {ArtooError} `no_queue`, `invalid_option`, `closed`. */
  worker(options: SystemWorkerOptions): Worker
}

export function systemJobs({ start, resume, ...options }: SystemJobsOptions): SystemJobs {
  const { journal } = options
  const jobs = jobsOfKind(options)
  return {
    ...jobs,
    worker(given) {
      assertOptions(given, [...workerSettings, 'context'], { of: 'worker' })
      const { context, ...settings } = given
      // The worker below is refused without a journal.
      const own = { journal: journal as Journal, context, start, resume }
      return jobs.worker(settings, {
        progress: ({ taskId }) => progressOf(own.journal, taskId),
        run: (job, control) => runJob(job, control, own),
      })
    },
  }
}
