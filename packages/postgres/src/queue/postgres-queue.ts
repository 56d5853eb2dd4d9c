import { type Job, type JobQueue, type JobState, jobRules } from '@artoo/runtime'
import { systemClock } from '@artoo/spec'
import { type Database, keyText } from '../database/database.js'
import { jobChanges } from './job-changes.js'
import { bodyOf, type JobRow, jobIn } from './job-row.js'
import { queueStatements } from './queue-statements.js'
import { roomFor } from './room.js'

/** Jobs that are listed at once. */
const jobsAtOnce = 200

export interface PostgresQueue extends JobQueue {
  close(): Promise<void>
}

/**
 * A queue by `FOR UPDATE SKIP LOCKED`. A job is changed by the rules that all queues share: it is read, and written if it is still as it was read,
 * which its token says. After a lost connection the token says, too, whether the change was made.
 */
export function postgresQueue(database: Database, maxReady: number): PostgresQueue {
  const { query, reach, schema } = database
  const sql = queueStatements(schema)
  const changes = jobChanges(database)
  const room = roomFor(maxReady, systemClock(), async () => {
    const [row] = await query<{ readonly jobs: number }>(sql.ready)
    return row?.jobs ?? 0
  })

  async function look(taskId: string): Promise<{ readonly now: number; readonly row: JobRow | null }> {
    const [found] = await query<JobRow & { readonly now: number }>(sql.look, [taskId])
    return { now: found?.now ?? 0, row: found?.task_id == null ? null : found }
  }

  /** Resolves to whether there was something to change. */
  async function change(taskId: string, decide: (job: Job | null, now: number) => Job | null): Promise<boolean> {
    const token = crypto.randomUUID()
    const isDone = await reach(async () => {
      for (;;) {
        const { row, now } = await look(taskId)
        if (row?.token === token) return true
        const after = decide(row && jobIn(row), now)
        if (!after || !row) return false
        const { state, readyAt, endedAt, lost, cancelled, left } = after
        const values = [state, readyAt, endedAt, lost, cancelled !== null, Object.keys(left), bodyOf(after), token]
        if ((await query(sql.save, [taskId, row.token, ...values])).length > 0) return true
      }
    })
    if (isDone) changes.tell(taskId)
    return isDone
  }

  return {
    async submit(job) {
      keyText('taskId', job.taskId)
      for (const key of [job.kind, ...job.tags]) keyText('kind and tags', key)
      const token = crypto.randomUUID()
      const after = jobRules.submitted(job, 0)
      const values = [job.taskId, job.kind, job.tags, job.priority, after.state, after.readyAt, token, bodyOf(after)]
      await reach(async (again) => {
        await room.take()
        if ((await query(sql.submit, values)).length > 0) return
        if (!again || (await look(job.taskId)).row?.token !== token) throw jobRules.jobExists(job.taskId)
      })
      changes.tell(job.taskId)
    },
    async claim({ worker, kinds, tags, count, leaseMs }) {
      keyText('worker', worker)
      const token = crypto.randomUUID()
      const rows = await reach(async (again) => {
        const before = again ? await query<JobRow>(sql.claimedBy, [token, worker]) : []
        if (before.length > 0) return before
        return query<JobRow>(sql.claim, [worker, kinds, tags, count, leaseMs, token])
      })
      return rows.map(jobIn).sort(jobRules.inOrder)
    },
    async renew(leases, leaseMs) {
      const ids = leases.map(({ taskId }) => taskId)
      const claims = leases.map((lease) => lease.claims)
      const rows = await reach(() =>
        query<{ readonly number: number; readonly cancelled: boolean }>(sql.renew, [ids, claims, leaseMs]),
      )
      const held = new Map(rows.map(({ number, cancelled }) => [number - 1, cancelled ? 'cancelled' : 'held'] as const))
      return leases.map((_, index) => held.get(index) ?? 'lost')
    },
    settle: (lease, settlement) => change(lease.taskId, (job, now) => jobRules.settled(job, lease, settlement, now)),
    async answer(taskId, answers) {
      await change(taskId, (job, now) => jobRules.answered(job, taskId, answers, now))
    },
    cancel: (taskId, reason) => change(taskId, (job, now) => jobRules.cancelled(job, reason, now)),
    async job(taskId) {
      const { row } = await reach(() => look(taskId))
      return row && jobIn(row)
    },
    async *jobs({ state, kind } = {}) {
      for (let after = ''; ; ) {
        const rows = await reach(() => query<JobRow>(sql.list, [after, state ?? null, kind ?? null, jobsAtOnce]))
        for (const row of rows) yield jobIn(row)
        const last = rows.at(-1)
        if (!last || rows.length < jobsAtOnce) return
        after = last.task_id
      }
    },
    async counts() {
      const rows = await reach(() => query<{ readonly state: JobState; readonly jobs: number }>(sql.counts))
      return { ...jobRules.noJobs, ...Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs])) }
    },
    async remove(taskId) {
      await reach(() => query(sql.remove, [taskId]))
      changes.tell(taskId)
    },
    onChange: changes.on,
    close: changes.close,
  }
}
