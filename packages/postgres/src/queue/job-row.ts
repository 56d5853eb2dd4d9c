import type { Job } from '@artoo/runtime'

/** A row of `jobs`, with times as numbers. */
export interface JobRow {
  readonly task_id: string
  readonly kind: string
  readonly tags: readonly string[]
  readonly priority: number
  readonly state: Job['state']
  readonly submitted_at: number
  readonly ready_at: number
  readonly ended_at: number | null
  readonly claims: number
  readonly worker: string | null
  readonly leased_until: number | null
  readonly lost: number
  readonly token: string
  readonly job: string
}

const times = ['submitted_at', 'ready_at', 'ended_at', 'leased_until']
const others = ['task_id', 'kind', 'tags', 'priority', 'state', 'claims', 'worker', 'lost', 'token', 'job']

/** The columns of a row, for what is selected or returned. */
export const jobColumns = [
  ...others.map((name) => `jobs.${name}`),
  ...times.map((name) => `jobs.${name}::float8 as ${name}`),
].join(', ')

/** The fields of a job that are in its text alone. */
type Body = Pick<Job, 'version' | 'input' | 'cancelled' | 'left' | 'requests' | 'answers' | 'result' | 'problem'>

export function jobIn(row: JobRow): Job {
  return {
    ...(JSON.parse(row.job) as Body),
    ...{ taskId: row.task_id, kind: row.kind, tags: row.tags, priority: row.priority, state: row.state },
    ...{ submittedAt: row.submitted_at, readyAt: row.ready_at, endedAt: row.ended_at, leasedUntil: row.leased_until },
    ...{ claims: row.claims, worker: row.worker, lost: row.lost },
  }
}

export function bodyOf(job: Job): string {
  const { version, input, cancelled, left, requests, answers, result, problem } = job
  return JSON.stringify({ version, input, cancelled, left, requests, answers, result, problem } satisfies Body)
}
