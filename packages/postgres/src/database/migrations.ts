/** Statements that lead from one version of the tables to the next. A released one is never changed: add another. */
export const migrations: readonly ((schema: string) => string)[] = [
  (s) => `
create table ${s}.runs (
  task_id text collate "C" primary key,
  -- The state of the ownership fold; owner, lease and session are JSON, since a text has no U+0000.
  epoch integer not null, owner text not null, lease text, state text not null, lines bigint not null, "check" text not null,
  session text, turn integer, started_at bigint not null, ended_at bigint
) with (fillfactor = 70);
create index on ${s}.runs (state);
create index on ${s}.runs (session) where session is not null;
create table ${s}.lines (
  task_id text collate "C", seq bigint, line text not null,
  primary key (task_id, seq)
);
create table ${s}.jobs (
  task_id text collate "C" primary key,
  kind text not null, tags text[] not null, priority double precision not null, state text not null,
  submitted_at bigint not null, ready_at bigint not null, ended_at bigint,
  claims integer not null, worker text, leased_until bigint, lost integer not null, cancelled boolean not null,
  -- The workers that left it, by which others find it.
  left_by text[] not null,
  -- Another one with each change but a renewal: whoever changes a job names the one that was seen.
  token text not null,
  -- The other fields of the job, JSON.
  job text not null
) with (fillfactor = 70);
create index jobs_ready on ${s}.jobs (priority desc, ready_at, task_id) where state = 'ready';
create index jobs_leased on ${s}.jobs (leased_until) where state = 'leased';
create index jobs_state on ${s}.jobs (state);
-- A key may be longer than what fits into an index: it is found by its hash, and in order by its beginning.
create table ${s}.kv (key bytea not null, value bytea not null);
create unique index kv_key on ${s}.kv (sha256(key));
create index kv_order on ${s}.kv (substring(key, 1, 1000));
create table ${s}.kv_writer (only_one boolean primary key default true check (only_one), epoch bigint not null, batch bigint not null);
insert into ${s}.kv_writer (epoch, batch) values (0, 0);
create table ${s}.effects (key text primary key, task_id text not null, output text, at timestamptz not null default now());
`,
]
