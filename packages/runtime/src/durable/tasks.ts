import type { Clock } from '@artoo/spec'
import type { Journal } from '../journal/journal.js'
import { type Ownership, ownershipIn } from '../journal/ownership.js'
import { readEvents } from '../journal/read-events.js'
import { type PersonRequest, personRequestsIn } from './person-requests.js'
import type { SessionTurn } from './run-record.js'

export const taskStates = ['running', 'waiting', 'died', 'ended'] as const

/** `died`: it has not ended, waits for nobody, and nobody has its lease. */
export type TaskState = (typeof taskStates)[number]

export interface Task {
  readonly taskId: string
  readonly state: TaskState
  /** Epoch of its owner, from 1: the owner that `resume(taskId, { takeOver: epoch })` takes it over from. */
  readonly epoch: number
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** What a waiting one waits for. */
  readonly requests: readonly PersonRequest[]
  /** The conversation that it is a turn of. */
  readonly session?: SessionTurn | undefined
}

/** The runs of a journal, in no particular order. Of one that hasn't ended the whole journal is read: its last line may be void. */
export async function* tasksIn(
  journal: Journal,
  wanted: TaskState | undefined,
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<Task> {
  for await (const run of journal.list()) {
    const isWantedAnyway = wanted === undefined || wanted === 'ended'
    if (run.state === 'ended' && !isWantedAnyway) continue
    const now = run.state === 'ended' && run.epoch !== undefined ? null : await ownershipIn(journal, run.taskId)
    const state = now ? stateOf(now, clock) : 'ended'
    if (wanted && state !== wanted) continue
    const requests = state === 'waiting' ? personRequestsIn(await readEvents(journal, run.taskId)) : []
    yield { ...run, state, epoch: now?.epoch ?? run.epoch ?? 1, requests }
  }
}

function stateOf({ state, lease }: Ownership, clock: Pick<Clock, 'now'>): TaskState {
  if (state !== 'running') return state
  return lease && lease.until > clock.now() ? 'running' : 'died'
}
