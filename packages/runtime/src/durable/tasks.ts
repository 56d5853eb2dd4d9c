import type { ArtooError, Clock } from '@artoo/spec'
import type { Journal, JournalledRun, JournalState } from '../journal/journal.js'
import { hasGone } from '../journal/lease.js'
import { type Ownership, ownershipFold } from '../journal/ownership.js'
import { readEvents } from '../journal/read-events.js'
import { readLines } from '../journal/read-lines.js'
import type { SessionTurn } from '../journal/run-record.js'
import { isUnreadable } from '../journal/unreadable.js'
import { type PersonRequest, personRequestsIn } from '../people/person-requests.js'

export const taskStates = ['running', 'waiting', 'died', 'ended', 'unreadable'] as const

/**
 * `died`: it has not ended, doesn't wait for a person, and no process has its lease. `unreadable`: its journal is
 * damaged, or another release or system wrote it; it is left as it is.
 */
export type TaskState = (typeof taskStates)[number]

export interface Task {
  readonly taskId: string
  readonly state: TaskState
  /** Epoch of its owner, from 1: the owner that `resume(taskId, { takeOver: epoch })` takes it over from. */
  readonly epoch: number
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** The time of its end, in milliseconds since the Unix epoch; absent while it is open. */
  readonly endedAt?: number | undefined
  /** The open questions of a waiting task; empty in any other state. */
  readonly requests: readonly PersonRequest[]
  /** The conversation that it is a turn of. */
  readonly session?: SessionTurn | undefined
  /** The reason why it is unreadable: `damaged_journal` or `unsupported_journal`. */
  readonly problem?: ArtooError | undefined
}

/**
 * The runs of a journal, in no particular order. For a run that hasn't ended the whole journal is read, since its last
 * line may be void. A run that can't be read is `unreadable` and stops nothing.
 */
export async function* tasksIn(
  journal: Journal,
  wanted: TaskState | undefined,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<Task> {
  for await (const run of listed(journal, wanted)) {
    // By its last lines it has ended, or waits.
    const isSure = run.epoch !== undefined && run.state !== 'running'
    if (isSure && !mayBe(run.state, wanted)) continue
    const look = isSure && run.state === 'ended' ? ended : await lookInto(journal, run.taskId, clock)
    if (look && (wanted ?? look.state) === look.state) yield { ...run, epoch: run.epoch ?? 1, ...look }
  }
}

/** Whether a run that waits or has ended may be in a state: a waiting one may be damaged in its middle. */
const mayBe = (state: JournalState, wanted: TaskState = state) =>
  wanted === state || (wanted === 'unreadable' && state === 'waiting')

/** Ended runs are not even listed where none is wanted. The last line of an open one may be void, so it may be in any other state. */
async function* listed(journal: Journal, wanted: TaskState | undefined): AsyncGenerator<JournalledRun> {
  if (wanted === undefined) return yield* journal.list()
  for (const state of wanted === 'ended' ? (['ended'] as const) : (['running', 'waiting'] as const)) {
    yield* journal.list({ state })
  }
}

type Look = Pick<Task, 'state' | 'requests'> & Partial<Pick<Task, 'epoch' | 'problem'>>

const ended: Look = { state: 'ended', requests: [] }

/** Null for a run that was removed meanwhile. */
async function lookInto(journal: Journal, taskId: string, clock: Pick<Clock, 'now'>): Promise<Look | null> {
  try {
    const fold = ownershipFold()
    for await (const _ of readLines(journal, taskId, fold));
    if (fold.now.lines === 0) return null
    const state = stateOf(fold.now, journal, clock)
    const requests = state === 'waiting' ? personRequestsIn(await readEvents(journal, taskId)) : []
    return { state, epoch: fold.now.epoch, requests }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return { state: 'unreadable', requests: [], problem: error as ArtooError }
  }
}

function stateOf(now: Ownership, journal: Journal, clock: Pick<Clock, 'now'>): TaskState {
  if (now.state !== 'running') return now.state
  const isHeld = now.lease !== null && now.lease.until > clock.now()
  return isHeld && !hasGone(journal, now) ? 'running' : 'died'
}
