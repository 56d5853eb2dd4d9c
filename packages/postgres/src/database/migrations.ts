import { serverTime } from './database.js'

/** Rows of one state that a worker may take, locked; those that others are taking are passed over. */
const free = (
  schema: string,
  state: string,
  most = 'at_most',
) => `select task_id, priority, ready_at from ${schema}.jobs as one
  where ${state} and kind = any(of_kinds) and tags <@ of_tags and not by_worker = any(left_by)
  order by priority desc, ready_at, task_id limit ${most} for update skip locked`

/**
 * `isFree`, `chosen` and `claimed` of the rules for many jobs and workers at once; a test holds the two together. A function, since a planner that
 * knows little of a young table would sort all ready jobs (44 ms at 20,000) where it may follow the index (0.2 ms), and plans anew each time.
 * PostgreSQL before 18 counts what is off as dear, and would compile each plan, which takes a hundred times as long as the claim.
 */
const claimJobs = (schema: string) => `create function ${schema}.claim_jobs(
  by_worker text, of_kinds text[], of_tags text[], at_most bigint, suspects bigint, lease_ms bigint, with_token text
) returns setof ${schema}.jobs language plpgsql set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
#variable_conflict use_column
declare this_time bigint := ${serverTime};
begin return query with
  lost as (${free(schema, "state = 'leased' and leased_until < this_time and lost < 1")}),
  ready as (${free(schema, "state = 'ready' and ready_at <= this_time and lost < 2")}),
  lost_again as (${free(schema, "state = 'leased' and leased_until < this_time and lost >= 1", 'suspects')}),
  failed_again as (${free(schema, "state = 'ready' and ready_at <= this_time and lost >= 2", 'suspects')}),
  suspected as (select * from (table lost_again union all table failed_again) as both_kinds order by priority desc, ready_at, task_id limit suspects),
  chosen as (select * from (table lost union all table ready union all table suspected) as all_kinds
    order by priority desc, ready_at, task_id limit at_most)
  update ${schema}.jobs as one set state = 'leased', worker = by_worker, claims = one.claims + 1, leased_until = this_time + lease_ms,
    lost = one.lost + (one.state = 'leased')::int, token = with_token
  from chosen where one.task_id = chosen.task_id returning one.*;
end $$;`

/** Statements that lead from one version of the tables to the next. A released one is never changed: add another. */
export const migrations: readonly ((schema: string) => string)[] = [
  (s) => `
create table ${s}.runs (
  task_id text collate "C" primary key,
  -- The state of the ownership fold; owner, lease and session are JSON, since a text has no U+0000.
  epoch integer not null, owner text not null, lease text not null, state text not null, lines bigint not null, "check" text not null,
  session text, turn integer, turn_after integer, started_at bigint not null, ended_at bigint
) with (fillfactor = 70);
create index on ${s}.runs (state, task_id);
create index on ${s}.runs (session, task_id) where session is not null;
create table ${s}.lines (
  task_id text collate "C", seq bigint, line text not null,
  primary key (task_id, seq)
);
create table ${s}.jobs (
  task_id text collate "C" primary key,
  kind text not null, tags text[] not null, priority double precision not null, state text not null,
  submitted_at bigint not null, ready_at bigint not null, ended_at bigint,
  claims integer not null, worker text, leased_until bigint, lost integer not null, progress bigint not null default 0,
  cancelled boolean not null,
  -- The workers that left it, by which others find it.
  left_by text[] not null,
  -- Another one with each change but a renewal: whoever changes a job names the one that was seen.
  token text not null,
  -- The other fields of the job, JSON.
  job text not null
) with (fillfactor = 70);
create index jobs_ready on ${s}.jobs (priority desc, ready_at, task_id) where state = 'ready';
create index jobs_leased on ${s}.jobs (leased_until) where state = 'leased';
create index jobs_state on ${s}.jobs (state, task_id);
${claimJobs(s)}
-- A key may be longer than what fits into an index: it is found by its hash, and in order by its beginning.
create table ${s}.kv (key bytea not null, value bytea not null);
create unique index kv_key on ${s}.kv (sha256(key));
create index kv_order on ${s}.kv (substring(key, 1, 1000));
create table ${s}.kv_writer (only_one boolean primary key default true check (only_one), epoch bigint not null, batch bigint not null);
insert into ${s}.kv_writer (epoch, batch) values (0, 0);
create table ${s}.effects (key text primary key, task_id text not null, output text, at timestamptz not null default now());
create index on ${s}.effects (task_id);
`,
]
