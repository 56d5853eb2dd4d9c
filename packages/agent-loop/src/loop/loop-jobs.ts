import {
  type Job,
  type JobControl,
  type JobHandle,
  type JobOptions,
  type JobQueue,
  type JobsOfKind,
  jobsOfKind,
  readAnswers,
  type Settlement,
  type Worker,
  type WorkerSettings,
  workerSettings,
} from '@artoo/runtime'
import { ArtooError, assertOptions, type Clock, errorCode, type IdGenerator, onAbort, systemClock } from '@artoo/spec'
import type { Plan } from '../align/plan.js'
import { resultOf } from '../coordinator/iterate.js'
import type { LoopResult } from '../messages/contracts.js'
import { isYes } from '../messages/is-yes.js'
import { agentLoopSystem } from '../messages/system.js'
import type { StateFile } from '../state/state-file.js'
import type { AgentLoop } from './agent-loop.js'
import { openQuestions } from './open-questions.js'

/** A loop in the queue: await it for how it stands in the end, null when it was cancelled before it began. It has no events here. */
export type LoopJobHandle = Omit<JobHandle<LoopResult | null>, typeof Symbol.asyncIterator>

export interface LoopJobsOptions {
  readonly queue: JobQueue
  /** @defaultValue the system's */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}

export interface SubmitLoopOptions extends JobOptions {
  /** The person who agreed to the plan. @defaultValue 'host' */
  readonly by?: string | undefined
}

export interface LoopWorkerOptions extends WorkerSettings {
  /** Opens the loop of a job, over a folder of this machine and a state that is this job's alone. The worker closes it. */
  open(job: Job): AgentLoop | Promise<AgentLoop>
}

/** Loops as jobs. A worker has a tag for the folders that its machine has. What was done is brought into a folder by `land` of the loop, not by a worker. */
export interface LoopJobs extends Pick<JobsOfKind, 'answer' | 'close'> {
  /**
   * Submits a plan, or a job in words, which a worker talks over with its own `clarify`. An assertion of the plan that only a person can decide
   * waits for `answer`: a yes, or anything else for a no.
   *
   * @throws {ArtooError} `invalid_option`, `unsupported_option`, `closed`.
   */
  submit(plan: Plan | string, options?: SubmitLoopOptions): LoopJobHandle
  /** A loop that was submitted before, in any process. @throws {ArtooError} `invalid_task_id`, `closed`. */
  follow(taskId: string): LoopJobHandle
  /** Carries loops out, until it is closed. @throws {ArtooError} `invalid_option`, `closed`. */
  worker(options: LoopWorkerOptions): Worker
}

/** The input of a job. */
interface SubmittedLoop {
  readonly plan: Plan | string
  readonly by?: string | undefined
}

/** Milliseconds until a loop is tried again that another process has not left yet. */
const leavingMs = 2_000

/** @throws {ArtooError} `invalid_option` for an unknown option. */
export function loopJobs(options: LoopJobsOptions): LoopJobs {
  assertOptions(options, ['queue', 'clock', 'ids'], { of: 'loopJobs' })
  const { queue, clock = systemClock(), ids } = options
  const version = agentLoopSystem.version ?? '1'
  const jobs = jobsOfKind({ kind: 'loop', version, queue, journal: null, clock, ids })
  return {
    submit(plan, given = {}) {
      assertOptions(given, ['by', 'taskId', 'tags', 'priority', 'delayMs'], { of: 'submit' })
      const { by, ...own } = given
      return jobs.submit({ plan, ...(by !== undefined && { by }) } satisfies SubmittedLoop, own)
    },
    follow: (taskId) => jobs.follow(taskId),
    answer: jobs.answer,
    worker(given) {
      assertOptions(given, [...workerSettings, 'open'], { of: 'worker' })
      const { open, ...settings } = given
      if (typeof open !== 'function') {
        throw new ArtooError('invalid_option', 'open must be a function that gives the loop of a job', {
          field: 'open',
        })
      }
      return jobs.worker(settings, {
        progress: async (job) => iterationsOf(await open(job)),
        run: async (job, control) => carriedOut(await open(job), job, control),
      })
    },
    close: jobs.close,
  }
}

/** Deaths at an atom are counted by the loop, which begins an iteration for each attempt and gives the atom up itself. */
async function iterationsOf(loop: AgentLoop): Promise<number> {
  try {
    return (await loop.state())?.control.iteration ?? 0
  } finally {
    await loop.close()
  }
}

async function carriedOut(loop: AgentLoop, job: Job, control: JobControl): Promise<Settlement> {
  const { cancelled, leaving } = control
  // A worker has seconds to leave: what is under way is called off, and its attempt given back.
  const ignore = [leaving, cancelled].map((signal) => onAbort(signal, () => void loop.close()))
  try {
    return leaving.aborted ? free : await workedOn(loop, job, control)
  } catch (error) {
    // The process of the last worker is leaving it, or was stopped.
    if (errorCode(error) === 'state_leased') return { ...free, delayMs: leavingMs }
    if (errorCode(error) !== 'closed' || !(cancelled.aborted || leaving.aborted)) throw error
    return cancelled.aborted ? done(await stands(loop)) : free
  } finally {
    for (const one of ignore) one()
    await loop.close()
  }
}

const free = { kind: 'ready', delayMs: 0 } as const

const done = (result: LoopResult | null): Settlement => ({ kind: 'done', result })

async function stands(loop: AgentLoop): Promise<LoopResult | null> {
  const state = await loop.state()
  return state && resultOf(state)
}

async function workedOn(loop: AgentLoop, job: Job, { cancelled, leaving }: JobControl): Promise<Settlement> {
  const before = await stands(loop)
  if (before?.status === 'completed' || (before === null && cancelled.aborted)) return done(before)
  const { plan, by } = job.input as SubmittedLoop
  const state = before?.state ?? (await loop.align(plan, { by }))
  await attest(loop, state, job.answers)
  if (leaving.aborted) return free
  const result = await loop.start({ signal: cancelled })
  if (cancelled.aborted) return done(result)
  if (leaving.aborted && result.status === 'stopped') return free
  const requests = openQuestions(result.state).map(({ request }) => request)
  return requests.length > 0 ? { kind: 'waiting', requests } : done(result)
}

/** Gives people's answers as their word on the work that they saw. One that was given before, or that is about earlier work, is left out. */
async function attest(loop: AgentLoop, state: StateFile, answers: Job['answers']): Promise<void> {
  for (const { text, request } of openQuestions(state)) {
    for (const { answer, by } of readAnswers([request], answers[request.id] ?? '')) {
      if (answer.trim() !== '') await loop.attest(text, { by, holds: isYes(answer) })
    }
  }
}
