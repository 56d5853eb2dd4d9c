import type { Journal } from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import type { Event } from '../journal/event.js'
import { readableEvents } from '../journal/readable-events.js'
import { type AuditStats, auditStatsSchema, auditStatsVersion, type TaskStats } from './schema.js'
import { createTaskFold, type TaskFold } from './task-fold.js'
import { totalsOf } from './totals.js'

export interface AuditStatsOptions {
  /** The operator's name for such a task, for defaults by kind. No text of a task is read. @defaultValue every kind is null */
  readonly kindOf?: ((taskId: string) => string | null) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * The data that calibrating the controller's gains needs (`audit_stats.json`, paper 13), from a journal's runs or from the events of any
 * number of tasks, each of which is to be there once. Children are tasks of their own. No text of a task is in it. Runs that were
 * cut off count as far as they came; a journal that can't be read is named in `unreadable`.
 *
 * @throws whatever the journal, the iterable or the signal throws otherwise.
 */
export async function auditStats(
  source: Journal | Iterable<Event> | AsyncIterable<Event>,
  { kindOf = () => null, signal }: AuditStatsOptions = {},
): Promise<AuditStats> {
  const tasks: TaskStats[] = []
  const unreadable: AuditStats['unreadable'] = []
  if (!('append' in source)) return statsOf(await tasksIn(source))
  for await (const { taskId } of source.list()) {
    signal?.throwIfAborted()
    const events = await readableEvents(source, taskId)
    if (typeof events === 'string') unreadable.push({ taskId, code: events })
    else tasks.push(...(await tasksIn(events)))
  }
  return statsOf(tasks, unreadable)

  async function tasksIn(events: Iterable<Event> | AsyncIterable<Event>): Promise<TaskStats[]> {
    const folds = new Map<string, TaskFold>()
    for await (const event of events) {
      signal?.throwIfAborted()
      see(event, folds)
    }
    return [...folds].map(([taskId, fold]) => fold.stats(kindOf(taskId)))
  }
}

function see(event: Event, folds: Map<string, TaskFold>): void {
  if (event.type === 'ChildEvent') {
    see(event.payload.event as Event, folds)
    return
  }
  const fold = folds.get(event.taskId) ?? createTaskFold(event.taskId)
  folds.set(event.taskId, fold)
  fold.see(event)
}

/**
 * Several stats as one. A task that is in more than one of them counts once, as far as it was seen to come; `totals` are made
 * anew from the tasks, so that of some of them you get by `mergeAuditStats([{ ...stats, tasks: some }])`.
 *
 * @throws {ArtooError} `audit_stats_version` for stats of another version, `invalid_audit_stats` for what is none.
 */
export function mergeAuditStats(all: Iterable<AuditStats>): AuditStats {
  const read = [...all].map(assertStats)
  return statsOf(
    read.flatMap(({ tasks }) => tasks),
    read.flatMap(({ unreadable }) => unreadable),
  )
}

function statsOf(tasks: readonly TaskStats[], unreadable: AuditStats['unreadable'] = []): AuditStats {
  const known = new Map<string, TaskStats>()
  for (const task of tasks) {
    const other = known.get(task.taskId)
    known.set(task.taskId, other ? fuller(task, other) : task)
  }
  const unknown = new Map(
    unreadable.filter(({ taskId }) => !known.has(taskId)).map((one) => [JSON.stringify(one), one]),
  )
  const sorted = [...known.values()].sort(byId)
  return {
    schemaVersion: auditStatsVersion,
    tasks: sorted,
    unreadable: [...unknown].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one),
    totals: totalsOf(sorted),
  }
}

const byId = (one: TaskStats, other: TaskStats) => (one.taskId < other.taskId ? -1 : 1)

/** Which of two accounts of one task tells more: whatever the order in which they come, it is the same. */
function fuller(one: TaskStats, other: TaskStats): TaskStats {
  const [rank, otherRank] = [rankOf(one), rankOf(other)]
  const at = rank.findIndex((value, index) => value !== otherRank[index])
  return (rank[at] ?? '') > (otherRank[at] ?? '') ? one : other
}

function rankOf(task: TaskStats): readonly (number | string)[] {
  return [task.end ? 1 : 0, task.events, task.kind === null ? 0 : 1, JSON.stringify(task)]
}

function assertStats(stats: unknown): AuditStats {
  const { data, error } = auditStatsSchema.safeParse(stats)
  if (data) return data
  const { schemaVersion: version } = Object(stats)
  if (typeof version === 'number' && version !== auditStatsVersion) {
    const message = `these audit stats have version ${version}, this artoo reads ${auditStatsVersion}: make them anew from the journals`
    throw new ArtooError('audit_stats_version', message, { field: 'schemaVersion' })
  }
  const { path = [], message = '' } = error?.issues[0] ?? {}
  const field = path.join('.')
  throw new ArtooError('invalid_audit_stats', `${field || 'this'} is not as auditStats gives it: ${message}`, { field })
}
