import { randomBytes } from 'node:crypto'
import type { Job, JournalLine, NewJob } from '@artoo/runtime'
import { describe, expect, it } from 'vitest'
import type { ArtooDatabase } from '../src/index.js'
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.js'
import { testDatabases } from './databases.js'
import { lease, note, start } from './lines.js'
import { callContext, payTool } from './pay-tool.js'
import { withoutPostgres } from './server.js'
import { smallDisk } from './small-disk.js'

const job = (taskId: string): NewJob => ({
  ...{ taskId, kind: 'task', version: '1', input: taskId, tags: [], priority: 0, delayMs: 0 },
})

const wish = { worker: 'Ann', kinds: ['task'], tags: [], count: 1, suspects: 9, leaseMs: 60_000 }

async function textsIn({ journal }: ArtooDatabase, taskId: string): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const line of journal.read(taskId)) texts.push(line.kind === 'blob' ? line.text : line.kind)
  return texts
}

describe.skipIf(withoutPostgres)(`a PostgreSQL that fails${withoutPostgres}`, () => {
  const databases = testDatabases()

  describe('whose answer is lost', () => {
    /** A database of which the answer to the next statement with a word in it is lost. */
    async function cut(): Promise<{ readonly db: ArtooDatabase; readonly proxy: CuttingProxy }> {
      const proxy = await cuttingProxy(databases.server().connectionString)
      const db = await databases.fresh({ connectionString: proxy.connectionString })
      databases.own(proxy)
      return { db, proxy }
    }

    it('has each line once, whichever statement of an append it was', async () => {
      const { db, proxy } = await cut()
      const steps: readonly JournalLine[] = [start('task'), lease(1, 'Ann'), note('one'), note('two'), lease(1, 'Ann')]
      for (const [index, line] of steps.entries()) {
        proxy.cutAnswerTo(index === 0 ? 'insert into' : '_append')
        expect(await db.journal.append('task', [line])).toBe(index + 1)
      }
      expect(proxy.cuts).toBe(5)
      expect(await textsIn(db, 'task')).toEqual(['start', 'lease', 'one', 'two', 'lease'])
    })

    it('has submitted, claimed and settled a job once', async () => {
      const { db, proxy } = await cut()
      proxy.cutAnswerTo('insert into')
      await db.queue.submit(job('task'))
      proxy.cutAnswerTo('claim_jobs')
      const [claimed] = (await db.queue.claim(wish)) as readonly [Job]
      expect([claimed.taskId, claimed.claims]).toEqual(['task', 1])
      proxy.cutAnswerTo('set leased_until')
      expect(await db.queue.renew([claimed], 1_000)).toEqual(['held'])
      proxy.cutAnswerTo('ended_at = $5')
      expect(await db.queue.settle(claimed, { kind: 'waiting', requests: [question] })).toBe(true)
      proxy.cutAnswerTo('ended_at = $5')
      await db.queue.answer('task', { 'q.1': 'yes' })
      expect(proxy.cuts).toBe(5)
      expect(await db.queue.job('task')).toMatchObject({ state: 'ready', claims: 1, answers: { 'q.1': 'yes' } })
    })

    it('still says of a second job that there is a first', async () => {
      const { db, proxy } = await cut()
      await db.queue.submit(job('task'))
      proxy.cutAnswerTo('insert into')
      await expect(db.queue.submit(job('task'))).rejects.toMatchObject({ code: 'task_exists' })
      expect(proxy.cuts).toBe(1)
    })

    it('has written a batch of the store once', async () => {
      const { db, proxy } = await cut()
      const store = db.store as unknown as Puts
      await store.put('a', '1')
      proxy.cutAnswerTo('insert into')
      await store.put('a', '2')
      await store.put('b', '3')
      expect(proxy.cuts).toBe(1)
      expect([await store.get('a'), await store.get('b')]).toEqual(['2', '3'])
    })

    it('has carried out a transaction, and says so', async () => {
      const { db, proxy } = await cut()
      await databases.sql(`create table ${databases.schema()}.paid (id text)`)
      const pay = db.transaction(payTool(databases.schema()))
      proxy.cutAnswerTo('commit')
      expect(await pay.execute({ id: 'A' }, callContext('key'))).toBe('paid A')
      expect(proxy.cuts).toBe(1)
      expect(await databases.sql(`select id from ${databases.schema()}.paid`)).toEqual([{ id: 'A' }])
    })

    it('has not carried out a transaction that it did not commit', async () => {
      const { db, proxy } = await cut()
      await databases.sql(`create table ${databases.schema()}.paid (id text)`)
      const pay = db.transaction(payTool(databases.schema()))
      proxy.cutAnswerTo('set output')
      await expect(pay.execute({ id: 'A' }, callContext('key'))).rejects.toMatchObject({ code: 'database_unreachable' })
      expect(await databases.sql(`select id from ${databases.schema()}.paid`)).toEqual([])
      expect(await pay.execute({ id: 'A' }, callContext('key'))).toBe('paid A')
    })
  })

  const noDisk = smallDisk ? '' : ' (skipped: no small disk can be mounted here)'
  it.skipIf(noDisk)(`loses nothing when its disk is full, and goes on when there is room${noDisk}`, async () => {
    const disk = smallDisk?.(databases.server().user)
    if (!disk) throw new Error('There is no disk.')
    try {
      const db = await databases.fresh()
      await databases.sql(`create tablespace small location '${disk.folder}'`)
      await databases.sql(`alter table ${databases.schema()}.lines set tablespace small`)
      await db.journal.append('task', [start('task')])
      // Noise, which can't be made smaller.
      const long = () => note(randomBytes(300_000).toString('base64'))
      let lines = 1
      const full = await (async () => {
        for (;;) lines = (await db.journal.append('task', [long()])) as number
      })().catch(({ code, message }) => ({ code, message }))
      expect(full).toMatchObject({ code: 'database_full', message: expect.stringContaining('make room') })
      expect(lines).toBeGreaterThan(1)
      expect((await textsIn(db, 'task')).length).toBe(lines)
      disk.grow()
      expect(await db.journal.append('task', [long()])).toBe(lines + 1)
    } finally {
      await databases.closeAll()
      await databases.sql(`drop schema ${databases.schema()} cascade`)
      await databases.sql('drop tablespace small')
      disk.remove()
    }
  })

  it('keeps every line once while its connections are ended again and again', async () => {
    const db = await databases.fresh()
    const tasks = ['a', 'b', 'c']
    const numbers = Array.from({ length: 50 }, (_, index) => String(index))
    let writing = true
    const ending = (async () => {
      while (writing) await databases.sql(endAll)
    })()
    await Promise.all(
      tasks.map(async (taskId) => {
        await db.journal.append(taskId, [start(taskId)])
        for (const number of numbers) await db.journal.append(taskId, [note(number)])
      }),
    ).finally(() => {
      writing = false
    })
    await ending
    for (const taskId of tasks) expect(await textsIn(db, taskId)).toEqual(['start', ...numbers])
  })

  it('goes on after it was killed and started again, and has everything that it took', async () => {
    const db = await databases.fresh()
    const heard = new Set<string>()
    db.queue.onChange((taskId) => heard.add(taskId))
    await db.journal.append('task', [start('task')])
    let written = 0
    let done = false
    const ended: string[] = []
    const writing = (async () => {
      for (; !done; written++) await db.journal.append('task', [note(String(written))])
    })()
    const working = (async () => {
      for (let count = 0; !done; count++) {
        await db.queue.submit(job(`job-${count}`))
        for (const one of await db.queue.claim(wish)) {
          if (await db.queue.settle(one, { kind: 'done', result: one.taskId })) ended.push(one.taskId)
        }
      }
    })()
    const before = async (lines: number) => expect.poll(() => written).toBeGreaterThan(lines)
    await before(20)
    await databases.server().restart()
    await before(written + 20)
    done = true
    await Promise.all([writing, working])
    expect(await textsIn(db, 'task')).toEqual([
      'start',
      ...Array.from({ length: written }, (_, index) => String(index)),
    ])
    expect(new Set(ended).size).toBe(ended.length)
    expect((await db.queue.counts()).done).toBe(ended.length)
    const other = await databases.again()
    await expect
      .poll(async () => {
        await other.queue.submit(job(`later-${heard.size}-${Math.random()}`))
        return [...heard].some((taskId) => taskId.startsWith('later'))
      })
      .toBe(true)
  })
})

const endAll = `select pg_terminate_backend(pid), pg_sleep(0.005) from pg_stat_activity where application_name = 'artoo'`

const question = { id: 'q.1', kind: 'question', from: 'executor', question: 'Which?', askedAt: 1 } as const

interface Puts {
  put(key: string, value: string): Promise<void>
  get(key: string): Promise<string | undefined>
}
