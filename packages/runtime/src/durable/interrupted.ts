import { ArtooError } from '@artoo/spec'
import type { Journal, MemoryJournal } from '../journal/journal.js'

/**
 * The reason why a run left its process: a part of the host failed (its journal, clock or id generator), the runtime
 * was closed, `interrupt()` of its handle was called, or another process has taken it over.
 */
export type InterruptedReason = 'host_failed' | 'closed' | 'interrupted' | 'taken_over'

/**
 * The outcome of a run that left its process without a result. It is not an event and not in the journal, where the run
 * looks like one that a crash cut short: `resume(taskId)` continues it, in any process.
 */
export interface Interrupted {
  readonly status: 'interrupted'
  readonly taskId: string
  readonly output: null
  readonly directive: null
  readonly reason: InterruptedReason
  /** The cause, in words for a person. */
  readonly summary: string
  /** Suggestions for continuing the run, in words for a person. */
  readonly nextMoves: readonly string[]
}

/**
 * The outcome beside a result that a run with such a journal may have. A run without a journal that outlives the
 * process always ends, unless another runtime of this very process takes it over by the same `memoryJournal`.
 */
export type InterruptedWith<J extends Journal | undefined> = [J] extends [MemoryJournal | undefined]
  ? never
  : Interrupted

/** Whether a run left its process in place of having a result. */
export function isInterrupted(outcome: unknown): outcome is Interrupted {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && outcome.status === 'interrupted'
}

export function interruptedRun(taskId: string, reason: InterruptedReason, message: string): Interrupted {
  return {
    ...{ status: 'interrupted', taskId, output: null, directive: null, reason },
    summary: `${meanings[reason]} ${message}`.trim(),
    nextMoves: moves[reason](`resume('${taskId}')`),
  }
}

const meanings = {
  host_failed: 'The task has no result yet: a part that the host program gave failed.',
  closed: 'The task has no result yet: its instance was closed.',
  interrupted: 'The task has no result yet: it was interrupted.',
  taken_over: 'The task goes on without this process, which has no result of it.',
} as const satisfies Record<InterruptedReason, string>

const goOn = (resume: string) => [`Go on with the task, in this process or another: ${resume}.`]

const moves = {
  host_failed: (resume) => [
    `Mend the part of the host program that the summary names, then go on with the task: ${resume}.`,
    'Run the request again if the journal has no such task (unknown_task): it failed before anything was written.',
  ],
  closed: goOn,
  interrupted: goOn,
  taken_over: (resume) => [
    'Leave the task to the process that carries it on; tasks() says whether it runs, waits, has died or has ended.',
    `Take its result once it has ended, or go on with it if that process has died: ${resume}.`,
  ],
} as const satisfies Record<InterruptedReason, (resume: string) => readonly string[]>

/** @throws {ArtooError} `no_journal` for a run that no process could go on with. */
export function assertResumable(isResumable: boolean, isChild: boolean): void {
  if (isResumable) return
  const remedy = isChild
    ? 'it is a part of another run, whose journal it stands in: interrupt that one'
    : 'give a journal that outlives the process, such as fileJournal, or abort the task by its signal'
  throw new ArtooError('no_journal', `nobody could go on with this task: ${remedy}`, { field: 'journal' })
}
