import type { Clock } from '@artoo/spec'
import type { Journal } from '../journal/journal.js'
import { leaseIn } from '../journal/lease.js'
import { readEvents } from '../journal/read-events.js'
import { type PersonRequest, personRequestsIn } from './person-requests.js'
import type { SessionTurn } from './run-record.js'

export const taskStates = ['running', 'waiting', 'died', 'ended'] as const

/** `died`: it has not ended, waits for nobody, and nobody has its lease. */
export type TaskState = (typeof taskStates)[number]

export interface Task {
  readonly taskId: string
  readonly state: TaskState
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** What a waiting one waits for. */
  readonly requests: readonly PersonRequest[]
  /** The conversation that it is a turn of. */
  readonly session?: SessionTurn | undefined
}

/** The runs of a journal, in no particular order. */
export async function* tasksIn(
  journal: Journal,
  wanted: TaskState | undefined,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<Task> {
  const filter = wanted && { state: wanted === 'died' ? ('running' as const) : wanted }
  for await (const run of journal.list(filter)) {
    const state = run.state === 'running' ? await livelihoodOf(journal, run.taskId, clock) : run.state
    if (wanted && state !== wanted) continue
    const requests = state === 'waiting' ? personRequestsIn(await readEvents(journal, run.taskId)) : []
    yield { ...run, state, requests }
  }
}

async function livelihoodOf(journal: Journal, taskId: string, clock: Pick<Clock, 'now'>): Promise<TaskState> {
  const lease = await leaseIn(journal, taskId)
  return lease && lease.until > clock.now() ? 'running' : 'died'
}
