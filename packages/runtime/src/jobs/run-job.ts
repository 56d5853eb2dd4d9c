import { anySignal, errorCode, onAbort } from '@artoo/spec'
import { isInterrupted } from '../durable/interrupted.js'
import type { Journal } from '../journal/journal.js'
import { ownershipIn } from '../journal/ownership.js'
import { readEvents } from '../journal/read-events.js'
import { readLines } from '../journal/read-lines.js'
import { isWaiting, personRequestsIn } from '../people/person-requests.js'
import type { ResumeOptions } from '../run/run-options.js'
import type { Job, Settlement } from './job-queue.js'
import { retryDelayMs } from './job-rules.js'
import type { JobControl } from './worker-options.js'

/** A run that a worker carries out. */
interface JobRun {
  readonly result: Promise<unknown>
  interrupt(): void
}

export interface RunJobOptions {
  readonly journal: Journal
  /** Returns the host's context for a job: plain data can't carry it. */
  readonly context?: ((job: Job) => unknown) | undefined
  /** Starts the run of a job under the job's id. */
  start(job: Job, options: Pick<ResumeOptions, 'signal' | 'context'>): JobRun
  /** Goes on with a run that the journal has. */
  resume(taskId: string, options: Pick<ResumeOptions, 'signal' | 'context' | 'answers' | 'takeOver'>): JobRun
}

/** Carries out a job as a run, or goes on with it where the journal of the worker before ends. */
export async function runJob(
  job: Job,
  { cancelled: signal, leaving }: JobControl,
  { journal, context: contextOf, start, resume }: RunJobOptions,
): Promise<Settlement> {
  const own = { signal, context: await unlessAborted(anySignal([signal, leaving]), async () => contextOf?.(job)) }
  for (let attempt = 1; ; attempt++) {
    if (leaving.aborted && !signal.aborted) return { kind: 'ready', delayMs: 0 }
    let ignore = () => {}
    try {
      const { run } = await begun(job, own)
      ignore = onAbort(leaving, () => run.interrupt())
      if (leaving.aborted) run.interrupt()
      return settlementOf(job, await run.result)
    } catch (error) {
      // Another worker of this very process has lost the job without knowing it yet.
      if (errorCode(error) === 'task_running') return { kind: 'ready', delayMs: leavingMs }
      // A worker that had lost the job without knowing it took the run in between: it will let go of it.
      if (errorCode(error) !== 'task_leased' || attempt === mostAttempts) throw error
    } finally {
      ignore()
    }
  }

  /** In an object, since a run is awaited for its result. */
  async function begun({ taskId }: Job, own: Pick<ResumeOptions, 'signal' | 'context'>): Promise<{ run: JobRun }> {
    const { lines, epoch, state } = await ownershipIn(journal, taskId)
    if (lines === 0) return { run: start(job, own) }
    // A worker that died behind its claim of the run left it running, without the answers.
    const isAnswered = state !== 'ended' && Object.keys(job.answers).length > 0
    const answers = state === 'waiting' || isAnswered ? await openAnswers(job, journal) : undefined
    // The lease of the job is this worker's: an earlier owner of the run is succeeded, whatever its own lease says.
    return { run: resume(taskId, { ...own, takeOver: epoch, ...(answers && { answers }) }) }
  }
}

/** Times that a run is taken from a worker that has lost its job. */
const mostAttempts = 5

/** Milliseconds until a run is tried again that another worker of this process has not left yet. */
const leavingMs = 2_000

/** Resolves as the work does, or to undefined once the signal aborts: a function of the host may hang, and an end needs no context. */
async function unlessAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> {
  if (signal.aborted) return undefined
  return new Promise((resolve, reject) => {
    const ignore = onAbort(signal, () => resolve(undefined))
    void work().then(resolve, reject).finally(ignore)
  })
}

function settlementOf(job: Job, outcome: unknown): Settlement {
  if (isWaiting(outcome)) return { kind: 'waiting', requests: outcome.requests }
  if (!isInterrupted(outcome)) return { kind: 'done', result: outcome }
  if (outcome.reason !== 'host_failed') return { kind: 'ready', delayMs: 0 }
  return { kind: 'failed', problem: outcome.summary, delayMs: retryDelayMs(job) }
}

/** Number of messages of a run's actors to each other: each attempt adds notes of the host and for the log. 0 when it has not begun. */
export async function progressOf(journal: Journal, taskId: string): Promise<number> {
  let messages = 0
  for await (const { line, isValid } of readLines(journal, taskId)) {
    if (isValid && line.kind === 'event' && line.event.from !== 'host' && line.event.to !== 'log') messages++
  }
  return messages
}

/** The answers that the run has not taken in: a worker may have died after that. */
async function openAnswers({ taskId, answers }: Job, journal: Journal): Promise<Job['answers']> {
  const open = personRequestsIn(await readEvents(journal, taskId))
  const given = open.flatMap(({ id }) => {
    const answer = answers[id]
    return answer === undefined ? [] : [[id, answer] as const]
  })
  return Object.fromEntries(given)
}
