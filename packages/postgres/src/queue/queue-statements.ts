import { serverTime } from '../database/database.js'
import { jobColumns } from './job-row.js'

const clock = `clock as materialized (select ${serverTime} as now)`

/** The statements of a queue over the jobs of a schema. */
export function queueStatements(schema: string) {
  const jobs = `${schema}.jobs`

  return {
    /** `submitted`, with times from now on: no row when the id is taken. */
    submit: `with ${clock} insert into ${jobs} (task_id, kind, tags, priority, state, submitted_at, ready_at, claims, lost, cancelled, left_by, token, job)
      select $1, $2, $3, $4, $5, now, now + $6::bigint, 0, 0, false, '{}', $7, $8 from clock on conflict do nothing returning task_id`,

    claim: `select ${jobColumns} from ${schema}.claim_jobs($1, $2, $3, $4, $5, $6, $7) as jobs`,

    claimedBy: `select ${jobColumns} from ${jobs} as jobs where token = $1 and worker = $2 and state = 'leased'`,

    /** `renewed` of the rules, for many leases. */
    renew: `with ${clock}, asked as (select * from unnest($1::text[], $2::int[], $4::bigint[]) with ordinality as one (task_id, claims, progress, number))
    update ${jobs} as jobs set leased_until = now + $3::bigint, progress = greatest(jobs.progress, asked.progress),
      lost = case when asked.progress > jobs.progress then least(lost, 1) else lost end from asked, clock
    where jobs.task_id = asked.task_id and jobs.state = 'leased' and jobs.claims = asked.claims returning asked.number::int, jobs.cancelled`,

    /** The time, and the job if there is one. */
    look: `with ${clock} select now::float8 as now, ${jobColumns} from clock left join ${jobs} as jobs on task_id = $1`,

    /** A job that stays leased keeps what a renewal has changed since it was read. */
    save: `update ${jobs} set state = $3, ready_at = $4, ended_at = $5, lost = case when $3 = 'leased' then lost else $6 end, cancelled = $7, left_by = $8, job = $9, token = $10,
      leased_until = case when $3 = 'leased' then leased_until end where task_id = $1 and token = $2 returning task_id`,

    list: `select ${jobColumns} from ${jobs} as jobs where task_id > $1 and state = coalesce($2, state) and kind = coalesce($3, kind) order by task_id limit $4`,
    counts: `select state, count(*)::float8 as jobs from ${jobs} group by state`,
    ready: `select count(*)::float8 as jobs from ${jobs} where state = 'ready'`,
    remove: `delete from ${jobs} where task_id = $1`,
  }
}
