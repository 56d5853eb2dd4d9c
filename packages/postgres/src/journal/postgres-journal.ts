import {
  assertFilter,
  type Journal,
  type JournalLine,
  type JournalledRun,
  type Ownership,
  ownershipFold,
  parseLine,
  taskExists,
} from '@artoo/runtime'
import { ArtooError } from '@artoo/spec'
import { type Database, keyText } from '../database/database.js'
import { type OwnershipRow, ownershipColumns, ownershipIn, valuesOf } from './ownership-row.js'

/** Lines that are read at once, and runs that are listed at once. */
const [linesAtOnce, runsAtOnce] = [200, 500]

/** Runs whose state is remembered between appends, at most; another costs a further statement. */
const rememberedRuns = 10_000

/**
 * A journal that knows of each run who owns it: lines that would be void are refused while they are written. The fold is the one of all readers;
 * a row of `runs` has its state, and an append names the state that it was folded from, so that it takes effect only there, and only once.
 */
export function postgresJournal(database: Database): Journal {
  const { schema, query, reach } = database
  const known = new Map<string, Ownership>()

  async function ownershipOf(taskId: string): Promise<Ownership | null> {
    const text = `select ${ownershipColumns} from ${schema}.runs where task_id = $1`
    const [row] = await reach(() => query<OwnershipRow>(text, [taskId]))
    return row ? ownershipIn(row) : null
  }

  function remember(taskId: string, now: Ownership): void {
    if (now.state === 'running') known.set(taskId, now)
    const [oldest] = known.keys()
    if (known.size > rememberedRuns && oldest !== undefined) known.delete(oldest)
  }

  /** Resolves to false without effect when the run is not in the state `before` any more. */
  async function write(
    taskId: string,
    before: Ownership | null,
    after: Ownership,
    { lines, texts }: Lines,
  ): Promise<boolean> {
    const start = lines.find((line) => line.kind === 'start')
    const session = start?.run?.session
    const endedAt = lines.findLast((line) => line.kind === 'end')?.at
    const values = [taskId, before?.lines ?? 0, texts, ...valuesOf(after), endedAt]
    const rows = before
      ? await query(goOn(schema), [...values, before.check, before.epoch], 'append')
      : await query(begin(schema), [
          ...values,
          session && JSON.stringify(session.id),
          session?.turn,
          session?.after,
          start?.at,
        ])
    return rows.length > 0
  }

  /** Whether the lines are those from a number on: after a connection was lost in the middle of an append. */
  async function isWritten(taskId: string, from: number, texts: readonly string[]): Promise<boolean> {
    const text = `select line from ${schema}.lines where task_id = $1 and seq >= $2 and seq < $3 order by seq`
    const found = await query<{ readonly line: string }>(text, [taskId, from, from + texts.length])
    return found.length === texts.length && found.every(({ line }, index) => line === texts[index])
  }

  async function append(taskId: string, given: Lines): Promise<number> {
    for (let looks = 1; ; looks++) {
      const before = known.get(taskId) ?? (await ownershipOf(taskId))
      const { after, refused } = folded(before, given.lines)
      const isRemembered = known.delete(taskId)
      if (refused && isRemembered) continue
      if (refused) throw refusal(taskId, refused, before)
      // A run that can be neither begun nor seen is hidden by a policy.
      if (!before && looks > 3) throw taskExists(taskId)
      const attempt = async (again: boolean) =>
        (await write(taskId, before, after, given)) || (again && isWritten(taskId, before?.lines ?? 0, given.texts))
      if (!(await reach(attempt))) continue
      remember(taskId, after)
      return after.lines
    }
  }

  const count = async (taskId: string) => (await ownershipOf(taskId))?.lines ?? 0

  return {
    fenced: true,
    async append(taskId, lines, texts = lines.map((line) => JSON.stringify(line))) {
      keyText('taskId', taskId, 'invalid_task_id')
      return lines.length > 0 ? append(taskId, { lines, texts }) : count(taskId)
    },
    count,
    async *read(taskId, from = 0) {
      const text = `select line from ${schema}.lines where task_id = $1 and seq >= $2 order by seq limit ${linesAtOnce}`
      for (let next = from; ; next += linesAtOnce) {
        const rows = await reach(() => query<{ readonly line: string }>(text, [taskId, next]))
        for (const { line } of rows) yield parseLine(line)
        if (rows.length < linesAtOnce) return
      }
    },
    async *list(filter = {}) {
      assertFilter(filter)
      const wanted = [filter.state ?? null, filter.session === undefined ? null : JSON.stringify(filter.session)]
      for (let after = ''; ; ) {
        const rows = await reach(() => query<ListedRow>(listed(schema), [after, ...wanted]))
        for (const row of rows) yield runIn(row)
        const last = rows.at(-1)
        if (!last || rows.length < runsAtOnce) return
        after = last.taskId
      }
    },
    async remove(taskId) {
      known.delete(taskId)
      const text = `with run as (delete from ${schema}.runs where task_id = $1),
        effects as (delete from ${schema}.effects where task_id = $1) delete from ${schema}.lines where task_id = $1`
      await reach(() => query(text, [taskId]))
    },
    async counts() {
      const text = `select count(*) filter (where state <> 'ended')::float8 as open, count(*) filter (where state = 'ended')::float8 as ended from ${schema}.runs`
      const [row] = await reach(() => query<{ readonly open: number; readonly ended: number }>(text))
      return row ?? { open: 0, ended: 0 }
    },
  }
}

interface Lines {
  readonly lines: readonly JournalLine[]
  readonly texts: readonly string[]
}

function folded(before: Ownership | null, lines: readonly JournalLine[]) {
  const fold = ownershipFold(before ?? undefined)
  const refused = lines.find((line) => !fold.take(line))
  return { after: fold.now, refused }
}

function refusal(taskId: string, line: JournalLine, now: Ownership | null): ArtooError {
  if (line.kind === 'start') return taskExists(taskId)
  const state = !now
    ? 'it has no beginning, or was removed'
    : now.state === 'ended'
      ? 'it has ended'
      : `${now.owner} has it in epoch ${now.epoch}`
  return new ArtooError('lease_lost', `${taskId} takes no line of epoch ${line.epoch}: ${state}`)
}

const numbered = 'unnest($3::text[]) with ordinality as given (line, number)'

/** Begins a run: no row when it is there. */
const begin = (schema: string) => `with own as (
  insert into ${schema}.runs (task_id, epoch, owner, lease, state, lines, "check", ended_at, session, turn, turn_after, started_at)
  values ($1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing returning task_id
) insert into ${schema}.lines (task_id, seq, line) select task_id, $2::bigint + number - 1, line from own, ${numbered} returning seq`

/** Goes on with a run: no row when it is not in the state that the lines were folded onto. */
const goOn = (schema: string) => `with own as (
  update ${schema}.runs set epoch = $4, owner = $5, lease = $6, state = $7, lines = $8, "check" = $9, ended_at = $10
  where task_id = $1 and lines = $2 and "check" = $11 and epoch = $12 returning task_id
) insert into ${schema}.lines (task_id, seq, line) select task_id, $2::bigint + number - 1, line from own, ${numbered} returning seq`

const listed = (schema: string) => `
select task_id as "taskId", state, started_at::float8 as "startedAt", ended_at::float8 as "endedAt", epoch, session, turn, turn_after as "after" from ${schema}.runs
where task_id > $1 and ($2::text is null or state = $2) and ($3::text is null or session = $3) order by task_id limit ${runsAtOnce}`

interface ListedRow extends Pick<JournalledRun, 'taskId' | 'state' | 'startedAt' | 'epoch'> {
  readonly endedAt: number | null
  readonly session: string | null
  readonly turn: number
  readonly after: number | null
}

function runIn({ endedAt, session, turn, after, ...run }: ListedRow): JournalledRun {
  const ended = endedAt === null ? {} : { endedAt }
  const place = { turn, ...(after !== null && { after }) }
  return { ...run, ...ended, ...(session !== null && { session: { id: JSON.parse(session), ...place } }) }
}
