import { readFileSync } from 'node:fs'
import { type Job, type Journal, jobRules, type NewJob } from '@artoo/runtime'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type PostgresOptions, type PostgresPool, postgres } from '../src/index.js'
import { testDatabases } from './databases.js'
import { lease, note, start } from './lines.js'
import { withoutPostgres } from './server.js'

const job = (taskId: string, own: Partial<NewJob> = {}): NewJob => ({
  ...{ taskId, kind: 'task', version: '1', input: taskId, tags: [], priority: 0, delayMs: 0, ...own },
})

const wish = (worker: string, count: number) => ({
  worker,
  kinds: ['task'],
  tags: ['gpu'],
  count,
  suspects: 9,
  leaseMs: 60_000,
})

describe.skipIf(withoutPostgres)(`a PostgreSQL that processes share${withoutPostgres}`, () => {
  const databases = testDatabases()

  const opened = (options: PostgresOptions) =>
    databases.again(options).then(
      () => null,
      ({ code, message, field }) => ({ code, message, field }),
    )

  it('takes no line of an owner that was succeeded and does not know it', async () => {
    const [ann, bob] = [await databases.fresh(), await databases.again()]
    await ann.journal.append('task', [start('task'), lease(1, 'Ann'), note('one')])
    await bob.journal.append('task', [lease(2, 'Bob', { at: 9_000, until: 20_000 })])
    await expect(ann.journal.append('task', [note('of Ann')])).rejects.toMatchObject({ code: 'lease_lost' })
    await expect(ann.journal.append('task', [lease(2, 'Ann', { at: 9_000 })])).rejects.toThrow('Bob has it')
    expect(await bob.journal.append('task', [note('of Bob', 2)])).toBe(5)
    expect(await ann.journal.count?.('task')).toBe(5)
  })

  it('gives a run to one of many that claim it at once', async () => {
    const all = [await databases.fresh(), await databases.again(), await databases.again(), await databases.again()]
    await all[0]?.journal.append('task', [start('task'), lease(1, 'Ann', { until: 0 })])
    const claims = await Promise.allSettled(
      all.map(({ journal }, index) => journal.append('task', [lease(2, `worker-${index}`)])),
    )
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(await all[1]?.journal.count?.('task')).toBe(3)
  })

  it('needs one statement for an append, and few for a job', async () => {
    const { pool, during } = countingPool(databases.server().connectionString)
    const db = await databases.fresh({ pool })
    const other = await databases.again()
    await db.journal.append('task', [start('task')])
    expect(await during(async () => db.journal.append('task', [note('one'), note('two')]))).toBe(1)
    expect(await during(async () => db.journal.count?.('task'))).toBe(1)
    await other.journal.append('task', [note('three')])
    expect(await during(async () => db.journal.append('task', [note('four')]))).toBe(3)
    await db.queue.submit(job('a'))
    expect(await during(() => db.queue.submit(job('b')))).toBeLessThanOrEqual(2)
    const jobs = await db.queue.claim(wish('Ann', 2))
    expect(await during(() => db.queue.renew(jobs, 60_000))).toBe(1)
    expect(await during(() => db.queue.claim(wish('Ann', 2)))).toBe(1)
    await pool.end()
  })

  it('hands out each job once to four connections that ask at the same time', async () => {
    const first = await databases.fresh()
    const all = [first, await databases.again(), await databases.again(), await databases.again()]
    await Promise.all(Array.from({ length: 100 }, (_, index) => first.queue.submit(job(`job-${index}`))))
    const taken: string[] = []
    await Promise.all(
      all.map(async ({ queue }, index) => {
        for (;;) {
          const jobs = await queue.claim(wish(`worker-${index}`, 3))
          if (jobs.length === 0) return
          for (const one of jobs) {
            taken.push(one.taskId)
            await queue.settle(one, { kind: 'done', result: index })
          }
        }
      }),
    )
    expect(taken.length).toBe(100)
    expect(new Set(taken).size).toBe(100)
  })

  it('does not compile a claim, which would take a hundred times as long as the claim', async () => {
    await databases.fresh()
    const settings = await databases.sql<{ readonly proconfig: readonly string[] }>(
      'select proconfig from pg_proc where oid = $1::regproc',
      [`${databases.schema()}.claim_jobs`],
    )
    expect(settings[0]?.proconfig).toContain('jit=off')
  })

  it('claims and renews by the rules that all queues share', async () => {
    const db = await databases.fresh()
    const table = `${databases.schema()}.jobs`
    // Far from now, so that the time between two looks at the clock doesn't matter.
    const [before, after] = [Date.now() - 1_000_000, Date.now() + 1_000_000]
    const time = fc.constantFrom(before, before + 1, after)
    const anyJob = fc.record({
      ...{
        kind: fc.constantFrom('task', 'loop'),
        tags: fc.subarray(['gpu', 'eu']),
        priority: fc.integer({ min: 0, max: 1 }),
      },
      ...{ state: fc.constantFrom('ready', 'leased', 'waiting', 'done', 'dead'), ready_at: time, leased_until: time },
      ...{
        claims: fc.integer({ min: 0, max: 2 }),
        lost: fc.integer({ min: 0, max: 2 }),
        left_by: fc.subarray(['Ann', 'Bob']),
      },
      cancelled: fc.boolean(),
    })
    const many = fc.array(anyJob, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(many, fc.integer({ min: 1, max: 5 }), async (rows, count) => {
        await databases.sql(`delete from ${table}`)
        await databases.sql(
          `insert into ${table} (task_id, submitted_at, token, worker, job, kind, tags, priority, state, ready_at, leased_until, claims, lost, left_by, cancelled)
           select 'job-' || row_number() over (), 0, '', 'Eve', body, kind, tags, priority, state, ready_at,
             case when state = 'leased' then leased_until end, claims, lost, left_by, cancelled
           from jsonb_to_recordset($1::jsonb) as given (kind text, tags text[], priority float8, state text, ready_at bigint,
             leased_until bigint, claims int, lost int, left_by text[], cancelled boolean, body text)`,
          [JSON.stringify(rows.map((row) => ({ ...row, body: bodyOf(row) })))],
        )
        const jobs: Job[] = []
        for await (const one of db.queue.jobs()) jobs.push(one)
        const leases = jobs.map(({ taskId }, index) => ({ taskId, claims: index % 3 }))
        const wanted = jobs.filter((one) => jobRules.isFree(one, wish('Ann', count), Date.now())).sort(jobRules.inOrder)
        const claimed = wanted.slice(0, count).map((one) => jobRules.claimed(one, wish('Ann', count), 0))
        const timeless = (all: readonly Job[]) => all.map((one) => ({ ...one, leasedUntil: null }))
        expect(timeless(await db.queue.claim(wish('Ann', count)))).toEqual(timeless(claimed))
        const now = new Map([...jobs, ...claimed].map((one) => [one.taskId, one]))
        const renewed = leases.map((one) => jobRules.renewed(now.get(one.taskId) ?? null, one, 0).state)
        expect(await db.queue.renew(leases, 60_000)).toEqual(renewed)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps a lease that was renewed while its job was cancelled', async () => {
    const db = await databases.fresh()
    await db.queue.submit(job('task'))
    const [one] = await db.queue.claim(wish('Ann', 1))
    if (!one) throw new Error('It was not claimed.')
    await Promise.all([db.queue.renew([one], 3_600_000), db.queue.cancel('task', 'not needed')])
    const { leasedUntil, cancelled } = (await db.queue.job('task')) as Job
    expect([Number(leasedUntil) > Date.now() + 1_800_000, cancelled]).toEqual([true, 'not needed'])
  })

  it('takes one of many answers that come at the same time', async () => {
    const [db, other] = [await databases.fresh(), await databases.again()]
    await db.queue.submit(job('task'))
    const [one] = await db.queue.claim(wish('Ann', 1))
    if (!one) throw new Error('It was not claimed.')
    const request = { id: 'q.1', kind: 'question', from: 'executor', question: 'Which?', askedAt: 1 } as const
    await db.queue.settle(one, { kind: 'waiting', requests: [request] })
    const answers = Array.from({ length: 16 }, (_, index) =>
      [db, other][index % 2]?.queue.answer('task', { 'q.1': `${index}` }).then(
        () => [String(index)],
        ({ code }) => (code === 'unknown_request' ? [] : Promise.reject(code)),
      ),
    )
    const taken = (await Promise.all(answers)).flat()
    expect([await db.queue.job('task').then((found) => found?.answers)]).toEqual(
      taken.map((answer) => ({ 'q.1': answer })),
    )
  })

  it('takes no more jobs than are to be ready', async () => {
    const db = await databases.fresh({ maxReady: 2 })
    for (const id of ['a', 'b']) await db.queue.submit(job(id))
    await expect(db.queue.submit(job('c'))).rejects.toMatchObject({ code: 'job_queue_full' })
    await db.queue.claim(wish('Ann', 1))
    await db.queue.submit(job('c'))
  })

  it('tells other processes of changes', async () => {
    const [db, other] = [await databases.fresh(), await databases.again()]
    const heard: string[] = []
    const stop = other.queue.onChange((taskId) => heard.push(taskId))
    await expect.poll(async () => (await databases.sql(listening)).length).toBeGreaterThan(0)
    await db.queue.submit(job('task'))
    await expect.poll(() => heard).toEqual(['task'])
    stop()
  })

  it('makes the tables once, however many processes begin at the same time', async () => {
    const all = await Promise.all([databases.fresh(), ...Array.from({ length: 5 }, () => databases.again())])
    await all[0]?.journal.append('task', [start('task')])
    expect(await all[5]?.journal.count?.('task')).toBe(1)
  })

  it('refuses tables of a later version, a server that is too old, and a name that is none', async () => {
    await databases.fresh()
    await databases.sql(`update ${databases.schema()}.version set version = 99`)
    expect(await opened({})).toMatchObject({
      code: 'unsupported_store',
      message: expect.stringContaining('version 99'),
    })
    const old = await opened({ pool: answering([{ server: 140_011, version: '14.11' }]) })
    expect(old).toMatchObject({ code: 'unsupported_database', message: expect.stringContaining('14.11') })
    for (const schema of ['Artoo', 'a-b', 'pg_own', "x'; drop schema artoo", '']) {
      expect(await opened({ schema })).toMatchObject({ code: 'invalid_option', field: 'schema' })
    }
    expect(await opened({ schemas: 'artoo' } as PostgresOptions)).toMatchObject({ code: 'invalid_option' })
  })

  it('says what to grant when a right is missing', async () => {
    const { connectionString } = databases.server()
    await databases.sql(`create role reader login`)
    const asReader = connectionString.replace('postgres@', 'reader@')
    const refused = await opened({ connectionString: asReader, schema: 'of_reader' })
    expect(refused).toMatchObject({
      code: 'database_rights',
      message: expect.stringContaining('grant create on database'),
    })
    await databases.fresh()
    const schema = databases.schema()
    expect(await opened({ connectionString: asReader })).toMatchObject({ code: 'database_rights' })
    await databases.sql(
      `grant usage on schema ${schema} to reader; grant all on all tables in schema ${schema} to reader`,
    )
    const db = await databases.again({ connectionString: asReader })
    await db.journal.append('task', [start('task')])
  })

  it('says what is wrong with an address, a database and a number of connections', async () => {
    const { connectionString } = databases.server()
    const nowhere = await opened({ connectionString: 'postgres://postgres@127.0.0.1:1/postgres' })
    expect(nowhere).toMatchObject({ code: 'database_unreachable', message: expect.stringContaining('ECONNREFUSED') })
    expect(await opened({ connectionString: `${connectionString}x` })).toMatchObject({ code: 'database_login' })
    await databases.sql('create role single login connection limit 0')
    const single = connectionString.replace('postgres@', 'single@')
    expect(await opened({ connectionString: single })).toMatchObject({ code: 'database_busy' })
  })

  it('says so when the disk is full', async () => {
    const full = Object.assign(new Error('could not extend file "base/5/16384": No space left on device'), {
      code: '53100',
    })
    expect(await opened({ pool: answering([], full) })).toMatchObject({ code: 'database_full' })
  })

  it('leaves a pool of one’s own open', async () => {
    const pool = new pg.Pool({ connectionString: databases.server().connectionString })
    const db = await postgres({ pool, schema: 'own_pool' })
    await db.journal.append('task', [start('task')])
    await db.close()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('refuses what PostgreSQL could not find again', async () => {
    const db = await databases.fresh()
    for (const id of ['a\0b', '\ud800', 'x'.repeat(5_000)]) {
      await expect(db.journal.append(id, [start(id)])).rejects.toMatchObject({ code: 'invalid_task_id' })
      await expect(db.queue.submit(job(id))).rejects.toMatchObject({ code: 'invalid_value' })
    }
  })

  it('keeps tenants apart by row-level security, as the README shows', async () => {
    const owner = databases.own(await postgres({ connectionString: databases.server().connectionString }))
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    await databases.sql(readme.match(/```sql\n([\s\S]*?)```/)?.[1] ?? '')
    const connectionString = databases.server().connectionString.replace('postgres@', 'tenant@')
    const tenant = async (name: string) =>
      databases.own(await postgres({ connectionString, pool: { options: `-c artoo.tenant=${name}` } }))
    const [acme, other] = [await tenant('acme'), await tenant('other')]
    await acme.journal.append('acme:1', [start('acme:1')])
    await acme.queue.submit(job('acme:1'))
    await other.journal.append('other:1', [start('other:1')])
    await expect(other.journal.append('acme:2', [start('acme:2')])).rejects.toMatchObject({ code: 'database_rights' })
    await expect(other.journal.append('acme:1', [start('acme:1')])).rejects.toMatchObject({ code: 'database_rights' })
    await expect(other.queue.submit(job('acme:1'))).rejects.toMatchObject({ code: 'database_rights' })
    expect(await other.journal.count?.('acme:1')).toBe(0)
    expect(await other.queue.job('acme:1')).toBe(null)
    expect(await other.queue.claim(wish('other', 9))).toEqual([])
    expect(await idsIn(other.journal)).toEqual(['other:1'])
    expect(await idsIn(owner.journal)).toEqual(['acme:1', 'other:1'])
    expect((await owner.queue.claim(wish('worker', 9))).map(({ taskId }) => taskId)).toEqual(['acme:1'])
    await expect(tenant('x').then(({ store }) => store.open())).rejects.toMatchObject({
      cause: { code: 'database_rights' },
    })
  })
})

async function idsIn(journal: Journal): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { taskId } of journal.list()) ids.push(taskId)
  return ids
}

/** A pool whose server answers each statement alike. */
function answering(rows: readonly object[], error?: Error): PostgresPool {
  const query = async () => {
    if (error) throw error
    return { rows: [...rows], rowCount: rows.length }
  }
  const client = { query, release() {}, on() {} }
  return { options: {}, connect: async () => client, end: async () => {}, on() {} }
}

/** A pool that counts the statements of its connections. */
function countingPool(connectionString: string) {
  const pool = new pg.Pool({ connectionString })
  let statements = 0
  pool.on('connect', (client) => {
    const { query } = client
    Object.assign(client, {
      query(...args: never[]) {
        statements++
        return Reflect.apply(query, client, args)
      },
    })
  })
  return {
    pool,
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = statements
      await work()
      return statements - before
    },
  }
}

/** The text of a job's row. */
const bodyOf = ({ left_by, cancelled }: { readonly left_by: readonly string[]; readonly cancelled: boolean }) =>
  JSON.stringify({
    ...{ version: '1', input: null, requests: [], answers: {}, result: null, problem: null },
    ...{ left: Object.fromEntries(left_by.map((name) => [name, 'x'])), cancelled: cancelled ? 'not needed' : null },
  })

const listening = `select pid from pg_stat_activity where query like 'listen %'`
