import { type Task, type TaskState, tasksIn } from '@artoo/runtime'
import type { FileJournal } from '@artoo/runtime/node'
import type { Clock } from '@artoo/spec'
import { allOf, eachOf } from './items.js'
import { type TaskEnd, taskFile } from './task-file.js'

/** A task as a list shows it. */
export interface TaskRow extends Pick<Task, 'taskId' | 'state' | 'startedAt'> {
  readonly endedAt: number | null
  readonly session: { readonly id: string; readonly turn: number } | null
  /** The user's words; empty when they can't be read. */
  readonly text: string
  /** Null for a task that has not ended. */
  readonly end: TaskEnd | null
  /** Number of questions that it waits for. */
  readonly questions: number
  /** The reason why it can't be read. */
  readonly problem: string | null
}

export interface TaskRows {
  /** Number of all tasks that there are. */
  readonly count: number
  /** The newest ones, newest first; each is looked into when its turn has come. */
  readonly rows: AsyncIterable<TaskRow>
  readonly ids: readonly string[]
}

interface Wanted {
  readonly state?: TaskState | undefined
  /** The most rows. */
  readonly most: number
  readonly clock: Pick<Clock, 'now'>
}

/** The tasks of a journal. Of a task that has ended the first line and the last few are read, of another one all of them. */
export async function taskRows(journal: FileJournal, { state, most, clock }: Wanted): Promise<TaskRows> {
  if (state !== undefined) {
    const found = await allOf(tasksIn(journal, state, clock))
    const shown = newest(found, most)
    return { count: found.length, ids: idsOf(shown), rows: rowsOf(journal, eachOf(shown)) }
  }
  const begun = await allOf(journal.list())
  const shown = newest(begun, most)
  const these = { ...journal, list: () => eachOf(shown) }
  return { count: begun.length, ids: idsOf(shown), rows: rowsOf(journal, tasksIn(these, undefined, clock)) }
}

type Begun = Pick<Task, 'taskId' | 'startedAt'>

const idsOf = (runs: readonly Begun[]) => runs.map(({ taskId }) => taskId)

const newest = <Run extends Begun>(runs: readonly Run[], most: number): readonly Run[] =>
  runs.toSorted((one, other) => other.startedAt - one.startedAt || (one.taskId < other.taskId ? 1 : -1)).slice(0, most)

async function* rowsOf(journal: FileJournal, tasks: AsyncIterable<Task>): AsyncGenerator<TaskRow> {
  for await (const task of tasks) yield await rowOf(journal, task)
}

async function rowOf(journal: FileJournal, task: Task): Promise<TaskRow> {
  const { taskId, state, startedAt, endedAt = null, epoch, session, requests, problem } = task
  const read = taskFile(journal.pathOf(taskId), { epoch, hasEnded: state === 'ended' })
  // A file that can't be opened is `unreadable`, or was removed meanwhile.
  const { text, end } = await read.catch(() => ({ text: '', end: null }))
  const turn = session ? { id: session.id, turn: session.turn } : null
  const rest = { text, end, questions: requests.length, problem: problem?.code ?? null }
  return { taskId, state, startedAt, endedAt, session: turn, ...rest }
}
