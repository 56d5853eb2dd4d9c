import { ArtooError, countOption, errorCode, errorMessage, monotonicTime, unheard } from '@artoo/spec'
import { nextLook } from '../time/next-look.js'
import { patiently } from '../time/patiently.js'
import type { Job, LeaseState, Settlement } from './job-queue.js'
import { advanced, isSuspect, retryDelayMs } from './job-rules.js'
import type { JobControl, JobRunner, Worker, WorkerEvent, WorkerOptions } from './worker-options.js'

/** Workers that a job may take with it before it is given up. */
const mostLost = 3

interface Held {
  readonly job: Job
  readonly cancel: AbortController
  readonly leave: AbortController
  /** The end of the lease by this process's monotonic time, as far as it knows. */
  until: number
  /** Progress at the claim of a job that was lost twice in a row or more, until it goes beyond that; null for any other. */
  suspectAt: number | null
  /** True while its progress is read. */
  isLookedAt: boolean
  /** Settles when the run has left this process and the job is given back. */
  done: Promise<void>
}

/** @throws {ArtooError} `invalid_option` naming the option. */
export function createWorker(options: WorkerOptions): Worker {
  const { queue, runners, clock, ids, tags = [], onEvent } = options
  const concurrency = countOption('concurrency', options.concurrency ?? 10, 1)
  const leaseMs = countOption('leaseMs', options.leaseMs ?? 30_000, 100)
  const pollMs = countOption('pollMs', options.pollMs ?? 1_000, 1)
  // Never one that a worker before had: it may have left jobs that this one fits, as after an upgrade.
  const name = [options.name ?? [], ids()].flat().join(' ')
  const kinds = runners.map(({ kind }) => kind)
  const closing = new AbortController()
  const held = new Map<string, Held>()
  const working = new Set<Promise<void>>()
  const runnerOf = (job: Job) => runners.find(({ kind }) => kind === job.kind) as JobRunner

  /** True when there may be jobs to take. */
  let stirred = false
  let wakeUp = () => {}
  function stir(): void {
    stirred = true
    wakeUp()
  }

  function tell(event: WorkerEvent): void {
    try {
      unheard(onEvent?.(event))
    } catch {
      // A log of the host must not end the worker.
    }
  }

  /** Takes as many jobs as it has places. Resolves to false when it has no place, no more are ready, or the queue can't be reached. */
  async function takeJobs(): Promise<boolean> {
    const count = concurrency - held.size
    if (count < 1) return false
    const asked = monotonicTime(clock)
    try {
      const suspects = [...held.values()].some(({ suspectAt }) => suspectAt !== null) ? 0 : 1
      const jobs = await queue.claim({ worker: name, kinds, tags, leaseMs, count, suspects })
      for (const job of jobs) take(job, asked + leaseMs)
      return jobs.length === count
    } catch (error) {
      tell({ type: 'queue_failed', error })
      stirred = false
      return false
    }
  }

  async function takeTurns(): Promise<void> {
    while (!closing.signal.aborted) {
      stirred = false
      const mayBeMore = await takeJobs()
      if (mayBeMore || stirred) continue
      await nextLook({ clock, ms: pollMs, signal: closing.signal, wake })
    }
  }

  function wake(callback: () => void): () => void {
    wakeUp = callback
    return () => {
      wakeUp = () => {}
    }
  }

  function take(job: Job, until: number): void {
    const before = held.get(job.taskId)
    const own: Held = {
      ...{ job, until, cancel: new AbortController(), leave: new AbortController() },
      suspectAt: isSuspect({ ...job, state: 'ready' }) ? Number.POSITIVE_INFINITY : null,
      isLookedAt: false,
      done: Promise.resolve(),
    }
    held.set(job.taskId, own)
    tell({ type: 'claimed', taskId: job.taskId, lost: job.lost })
    own.done = work(own, before)
      .catch((error: unknown) => tell({ type: 'queue_failed', error }))
      .finally(() => {
        working.delete(own.done)
        if (held.get(job.taskId) === own) held.delete(job.taskId)
        stir()
      })
    working.add(own.done)
    if (closing.signal.aborted) own.leave.abort()
  }

  /** `before` is this worker's own hold on the job, whose lease ran out unnoticed, as while the process was stopped. */
  async function work(own: Held, before: Held | undefined): Promise<void> {
    before?.leave.abort()
    await before?.done
    const settlement = await settlementOf(own)
    const isOurs = await settle(own, settlement)
    const { taskId } = own.job
    tell(isOurs ? { type: 'settled', taskId, settlement } : { type: 'lost', taskId })
  }

  async function settlementOf(own: Held): Promise<Settlement> {
    const { job, cancel, leave } = own
    const runner = runnerOf(job)
    // It may be reading its journal that ends the process.
    if (job.lost > mostLost + 1) return { kind: 'dead', result: null, problem: lostWith(job) }
    if (runner.version !== job.version) return { kind: 'left', reason: otherVersion(runner, job) }
    const lost = await lossesOf(runner, own)
    const problem = lost >= mostLost ? lostWith(job) : null
    if (problem !== null) cancel.abort(new ArtooError('worker_lost', problem))
    if (job.cancelled !== null) cancel.abort(cancelled(job.cancelled))
    // As when the process was stopped behind the claim: its run may be another worker's by now.
    leaveOverdue()
    if (leave.signal.aborted && !cancel.signal.aborted) return { kind: 'ready', delayMs: 0 }
    const settlement = await attempt(runner, job, { cancelled: cancel.signal, leaving: leave.signal })
    return problem !== null && settlement.kind === 'done' ? { ...settlement, kind: 'dead', problem } : settlement
  }

  /** The losses that count. Others that ran beside it may have ended their process: a run that went on meanwhile is not to blame for all. */
  async function lossesOf(runner: JobRunner, own: Held): Promise<number> {
    const { job } = own
    if (job.lost === 0) return 0
    try {
      const progress = await runner.progress(job)
      await queue.renew([{ ...job, progress }], leaseMs)
      const { lost } = advanced(job, progress)
      own.suspectAt = isSuspect({ state: 'ready', lost }) ? progress : null
      return lost
    } catch (error) {
      tell({ type: 'queue_failed', error })
      return job.lost
    }
  }

  /** Resolves to false when the job is another's. A queue that can't be reached is asked until the lease is over. */
  async function settle(own: Held, settlement: Settlement): Promise<boolean> {
    for (;;) {
      try {
        return await queue.settle(own.job, settlement)
      } catch (error) {
        tell({ type: 'queue_failed', error })
        if (monotonicTime(clock) >= own.until) return false
        await nextLook({ clock, ms: Math.min(pollMs, leaseMs / 3), signal: new AbortController().signal })
      }
    }
  }

  async function renewLeases(): Promise<void> {
    const all = [...held.values()]
    const asked = monotonicTime(clock)
    try {
      const states = await queue.renew(
        all.map(({ job }) => job),
        leaseMs,
      )
      for (const [index, own] of all.entries()) apply(own, states[index] ?? 'lost', asked)
      for (const own of all) if (own.suspectAt !== null && !own.isLookedAt) void clear(own, own.suspectAt)
    } catch (error) {
      tell({ type: 'queue_failed', error })
    }
  }

  /** A suspect that goes on is none any more. Leases are renewed meanwhile: reading its progress may take long. */
  async function clear(own: Held, before: number): Promise<void> {
    own.isLookedAt = true
    try {
      if ((await runnerOf(own.job).progress(own.job)) <= before) return
      own.suspectAt = null
      stir()
    } catch (error) {
      tell({ type: 'queue_failed', error })
    } finally {
      own.isLookedAt = false
    }
  }

  function apply(own: Held, state: LeaseState, asked: number): void {
    if (state === 'lost') {
      own.leave.abort()
      return
    }
    own.until = asked + leaseMs
    if (state === 'cancelled') own.cancel.abort(cancelled('it was cancelled'))
  }

  /** A job whose lease could not be renewed in time is left before another worker may take it. */
  function leaveOverdue(): void {
    const soon = monotonicTime(clock) + leaseMs / 3
    for (const own of held.values()) if (own.until <= soon) own.leave.abort()
  }

  let isRenewing = false
  let stopRenewals = clock.schedule(leaseMs / 3, beat)
  function beat(): void {
    stopRenewals = clock.schedule(leaseMs / 3, beat)
    leaveOverdue()
    if (held.size === 0 || isRenewing) return
    isRenewing = true
    void renewLeases().then(() => {
      isRenewing = false
    })
  }

  const unsubscribe = queue.onChange(stir)
  const taking = takeTurns()
  let closed: Promise<void> | undefined
  async function letGo(): Promise<void> {
    await taking
    for (const { leave } of held.values()) leave.abort()
    while (working.size > 0) await Promise.allSettled(working)
  }

  async function shutDown(): Promise<void> {
    closing.abort()
    unsubscribe()
    // Jobs that a queue doesn't take back are free for others when their leases are over.
    await patiently(clock, letGo).finally(() => stopRenewals())
  }

  return {
    name,
    get running() {
      return [...held.keys()]
    },
    close: () => (closed ??= shutDown()),
  }
}

async function attempt(runner: JobRunner, job: Job, control: JobControl): Promise<Settlement> {
  try {
    return await runner.run(job, control)
  } catch (error) {
    if (isUnfit(error)) return { kind: 'left', reason: errorMessage(error) }
    return { kind: 'failed', problem: errorMessage(error), delayMs: retryDelayMs(job) }
  }
}

const cancelled = (reason: string) => new ArtooError('aborted', reason || 'it was cancelled')

const lostWith = ({ lost, problem }: Job) =>
  `${lost} workers were lost with it, or failed at it${problem === null ? '' : `; the last error: ${problem}`}`

const otherVersion = (runner: JobRunner, job: Job) =>
  `this worker has version ${runner.version} of ${runner.kind}, the job is of version ${job.version}`

/** Codes of a run that another worker may go on with. */
const unfit = ['resume_mismatch', 'deciders_version', 'nondeterministic', 'unsupported_journal'] as const

const isUnfit = (error: unknown) => unfit.some((code) => code === errorCode(error))
