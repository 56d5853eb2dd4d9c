import { artooSystem, type TaskInput } from '@artoo/roles'
import { assertCarried, type JobQueue, type Journal, type SystemJobs, systemJobs } from '@artoo/runtime'
import type { Clock, IdGenerator } from '@artoo/spec'
import type { Artoo } from './artoo.js'
import { ofProcess } from './check-options.js'
import type { ResumeOptions, RunOptions, SubmitOptions, TaskHandle, WaitingRunHandle } from './options.js'

/** The input of a job: the task and the options of its run. */
type SubmittedTask = readonly [TaskInput, RunOptions]

interface TaskJobsOptions {
  readonly queue: JobQueue | undefined
  readonly journal: Journal | undefined
  readonly clock: Clock
  readonly ids: IdGenerator | undefined
  /** Throws for a task that `run` would refuse. */
  assertTask(input: TaskInput, options: RunOptions): void
  run(input: TaskInput, options: RunOptions, taskId: string): Pick<WaitingRunHandle, 'result' | 'interrupt'>
  resume(taskId: string, options: ResumeOptions): Pick<WaitingRunHandle, 'result' | 'interrupt'>
}

type TaskJobs = Pick<Artoo, 'submit' | 'follow' | 'answer' | 'worker'> & Pick<SystemJobs, 'close'>

/** The tasks of an instance as jobs of a queue. */
export function taskJobs({ assertTask, run, resume, ...stores }: TaskJobsOptions): TaskJobs {
  const jobs = systemJobs({
    ...{ ...stores, kind: 'task', version: artooSystem.version ?? '1', resume },
    start({ taskId, input }, own) {
      const [text, carried] = input as SubmittedTask
      return run(text, { ...carried, ...own, onUnanswered: 'wait' }, taskId)
    },
  })
  return {
    submit(input: TaskInput, given: SubmitOptions = {}): TaskHandle {
      const { taskId, tags, priority, delayMs, ...carried } = given
      assertCarried(carried, ofProcess)
      assertTask(input, carried)
      return jobs.submit([input, carried] satisfies SubmittedTask, { taskId, tags, priority, delayMs })
    },
    follow: (taskId) => jobs.follow(taskId),
    answer: jobs.answer,
    worker: (given = {}) => jobs.worker(given),
    close: jobs.close,
  }
}
