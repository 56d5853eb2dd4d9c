import { type Journal, type JournalledRun, type Task, type TaskState, tasksIn } from '@artoo/runtime'
import type { FileJournal } from '@artoo/runtime/node'
import type { Clock } from '@artoo/spec'
import { isRecord } from '@artoo/spec'
import { type TaskEnd, taskEndIn } from './task-end.js'

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
  const found: JournalledRun[] = []
  for await (const run of state === undefined ? journal.list() : tasksIn(journal, state, clock)) found.push(run)
  const newest = found.toSorted(newestFirst).slice(0, most)
  const ids = newest.map(({ taskId }) => taskId)
  return { count: found.length, ids, rows: rowsOf(journal, newest, clock) }
}

const newestFirst = (one: JournalledRun, other: JournalledRun) =>
  other.startedAt - one.startedAt || (one.taskId < other.taskId ? 1 : -1)

async function* rowsOf(
  journal: FileJournal,
  runs: readonly JournalledRun[],
  clock: Pick<Clock, 'now'>,
): AsyncGenerator<TaskRow> {
  const these = {
    ...journal,
    async *list() {
      yield* runs
    },
  }
  for await (const task of tasksIn(these, undefined, clock)) yield await rowOf(journal, task)
}

async function rowOf(journal: FileJournal, task: Task): Promise<TaskRow> {
  const { taskId, state, startedAt, endedAt = null, epoch, session, requests, problem } = task
  const end = state === 'ended' ? await taskEndIn(journal.pathOf(taskId), epoch).catch(() => null) : null
  const text = await wordsOf(journal, taskId).catch(() => '')
  const turn = session ? { id: session.id, turn: session.turn } : null
  const rest = { text, end, questions: requests.length, problem: problem?.code ?? null }
  return { taskId, state, startedAt, endedAt, session: turn, ...rest }
}

/** The words that a task began with. */
async function wordsOf(journal: Journal, taskId: string): Promise<string> {
  for await (const line of journal.read(taskId)) {
    const begin: unknown = line.kind === 'start' ? line.run?.begin : null
    if (!isRecord(begin) || !isRecord(begin.payload)) return ''
    return typeof begin.payload.text === 'string' ? begin.payload.text : ''
  }
  return ''
}
