import type { Job } from '@artoo/runtime'

/** The fields of a job that no statement looks at: JSON in one column. */
type Body = Pick<Job, 'version' | 'input' | 'cancelled' | 'left' | 'requests' | 'answers' | 'result' | 'problem'>

/** A row of `jobs`, with the names of a job. */
export type JobRow = Omit<Job, keyof Body> & { readonly token: string; readonly job: string }

const same = ['kind', 'tags', 'priority', 'state', 'claims', 'worker', 'lost', 'token', 'job']
const times = { submittedAt: 'submitted_at', readyAt: 'ready_at', endedAt: 'ended_at', leasedUntil: 'leased_until' }

/** The columns of a row, for what is selected or returned. */
export const jobColumns = [
  'jobs.task_id as "taskId"',
  ...same.map((name) => `jobs.${name}`),
  ...Object.entries(times).map(([name, column]) => `jobs.${column}::float8 as "${name}"`),
].join(', ')

export function jobIn({ job, token: _, ...columns }: JobRow): Job {
  return { ...columns, ...(JSON.parse(job) as Body) }
}

export function bodyOf(job: Job): string {
  const { version, input, cancelled, left, requests, answers, result, problem } = job
  return JSON.stringify({ version, input, cancelled, left, requests, answers, result, problem } satisfies Body)
}
