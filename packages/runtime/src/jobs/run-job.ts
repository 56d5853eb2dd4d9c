import { onAbort } from '@artoo/spec'
import { isInterrupted } from '../durable/interrupted.js'
import type { Journal } from '../journal/journal.js'
import { ownershipIn } from '../journal/ownership.js'
import { readEvents } from '../journal/read-events.js'
import { isWaiting, personRequestsIn } from '../people/person-requests.js'
import type { ResumeOptions } from '../run/run-options.js'
import type { Job, Settlement } from './job-queue.js'
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

/** Milliseconds until a run that its host failed goes on. */
const retryMs = 2_000

/** Carries out a job as a run, or goes on with it where the journal of the worker before ends. */
export async function runJob(
  job: Job,
  { cancelled: signal, leaving }: JobControl,
  { journal, context: contextOf, start, resume }: RunJobOptions,
): Promise<Settlement> {
  const { taskId } = job
  const { lines, epoch, state } = await ownershipIn(journal, taskId)
  const own = { signal, context: await contextOf?.(job) }
  const answers = state === 'waiting' ? await openAnswers(job, journal) : undefined
  // The lease of the job is this worker's: an earlier owner of the run is succeeded, whatever its own lease says.
  const run = lines === 0 ? start(job, own) : resume(taskId, { ...own, takeOver: epoch, ...(answers && { answers }) })
  const ignore = onAbort(leaving, () => run.interrupt())
  if (leaving.aborted) run.interrupt()
  try {
    return settlementOf(await run.result)
  } finally {
    ignore()
  }
}

function settlementOf(outcome: unknown): Settlement {
  if (isWaiting(outcome)) return { kind: 'waiting', requests: outcome.requests }
  if (!isInterrupted(outcome)) return { kind: 'done', result: outcome }
  if (outcome.reason !== 'host_failed') return { kind: 'ready', delayMs: 0 }
  return { kind: 'failed', problem: outcome.summary, delayMs: retryMs }
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
