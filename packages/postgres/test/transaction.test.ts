import type { Tool } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import type { ArtooDatabase, TransactionContext } from '../src/index.js'
import { testDatabases } from './databases.js'
import { lease, start } from './lines.js'
import { callContext, payTool } from './pay-tool.js'
import { withoutPostgres } from './server.js'

describe.skipIf(withoutPostgres)(`a tool in a transaction${withoutPostgres}`, () => {
  const databases = testDatabases()

  async function shop(): Promise<{ readonly db: ArtooDatabase; readonly pay: Tool<{ readonly id: string }> }> {
    const db = await databases.fresh()
    await databases.sql(`create table ${databases.schema()}.paid (id text)`)
    return { db, pay: db.transaction(payTool(databases.schema())) }
  }
  const paid = async () =>
    (await databases.sql<{ id: string }>(`select id from ${databases.schema()}.paid`)).map(({ id }) => id)

  /** The tool, after which something is done in the same call. */
  const and = (tool: Tool<{ readonly id: string }>, then: (context: TransactionContext) => unknown): typeof tool => ({
    ...tool,
    async execute(input, context) {
      const output = await tool.execute(input, context)
      await then(context as TransactionContext)
      return output
    },
  })

  it('has its effect once for a key, and gives its output to a second call with it', async () => {
    const { pay } = await shop()
    expect(await pay.execute({ id: 'A' }, callContext('one'))).toBe('paid A')
    expect(await pay.execute({ id: 'A' }, callContext('one'))).toBe('paid A')
    expect(await pay.execute({ id: 'A' }, callContext('two'))).toBe('paid A')
    expect(await paid()).toEqual(['A', 'A'])
    expect(pay).toMatchObject({ name: 'pay', idempotent: true })
  })

  it('that hangs holds up no other call once it is called off', async () => {
    const { db, pay } = await shop()
    const calledOff = new AbortController()
    const hung = new Promise<TransactionContext>((begun) => {
      const hanging = and(payTool(databases.schema()), (context) => {
        begun(context)
        return new Promise(() => {})
      })
      const call = db.transaction(hanging).execute({ id: 'A' }, callContext('one', { signal: calledOff.signal }))
      call.catch((error: unknown) => expect(error).toBe('too slow'))
    })
    const { transaction } = await hung
    calledOff.abort('too slow')
    expect(await pay.execute({ id: 'B' }, callContext('one'))).toBe('paid B')
    await expect(transaction.query('select 1')).rejects.toThrow()
    expect(await paid()).toEqual(['B'])
  })

  it('has its effect once when two processes call it at the same time', async () => {
    const { pay } = await shop()
    const other = (await databases.again()).transaction(payTool(databases.schema()))
    const calls = [pay, other, pay, other].map((tool) => tool.execute({ id: 'A' }, callContext('one')))
    expect(await Promise.all(calls)).toEqual(Array(4).fill('paid A'))
    expect(await paid()).toEqual(['A'])
  })

  it('has no effect when it fails, is aborted, or one of its statements was refused', async () => {
    const { db } = await shop()
    const raw = payTool(databases.schema())
    const poor = Object.assign(new Error('no money'), { code: 'ECONNREFUSED' })
    const failing = db.transaction(and(raw, () => Promise.reject(poor)))
    await expect(failing.execute({ id: 'A' }, callContext('one'))).rejects.toBe(poor)
    const stop = new AbortController()
    const aborted = db.transaction(and(raw, () => stop.abort()))
    await expect(aborted.execute({ id: 'A' }, callContext('one', { signal: stop.signal }))).rejects.toThrow('aborted')
    const refused = db.transaction(and(raw, ({ transaction }) => transaction.query('select 1 / 0').catch(() => {})))
    await expect(refused.execute({ id: 'A' }, callContext('one'))).rejects.toMatchObject({ code: 'database_failed' })
    expect(await paid()).toEqual([])
    expect(await db.transaction(raw).execute({ id: 'A' }, callContext('one'))).toBe('paid A')
  })

  it('has no effect for a process that has lost the run meanwhile', async () => {
    const { db } = await shop()
    await db.journal.append('task', [start('task'), lease(1, 'Ann', { until: 0 })])
    const succeeded = () => db.journal.append('task', [lease(2, 'Bob')])
    const late = db.transaction(and(payTool(databases.schema()), succeeded))
    await expect(late.execute({ id: 'A' }, callContext('one'))).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await paid()).toEqual([])
    const own = db.transaction(payTool(databases.schema()))
    expect(await own.execute({ id: 'A' }, callContext('one', { fence: 2 }))).toBe('paid A')
  })

  it('forgets the outputs of a run that is removed', async () => {
    const { db, pay } = await shop()
    await pay.execute({ id: 'A' }, callContext('one'))
    await db.journal.remove('other')
    await pay.execute({ id: 'A' }, callContext('one'))
    expect(await paid()).toEqual(['A'])
    await db.journal.remove('task')
    expect(await databases.sql(`select key from ${databases.schema()}.effects`)).toEqual([])
  })

  it('leaves the journal a connection, however many calls are under way', async () => {
    const { db } = await shop()
    await db.journal.append('task', [start('task'), lease(1, 'Ann')])
    const raw = payTool(databases.schema())
    const pay = db.transaction(and(raw, () => db.journal.append('task', [lease(1, 'Ann')])))
    const calls = Array.from({ length: 12 }, (_, index) => pay.execute({ id: `${index}` }, callContext(`${index}`)))
    await Promise.all(calls)
    expect((await paid()).length).toBe(12)
    const single = await databases.again({ pool: { max: 1 } })
    expect(() => single.transaction(raw)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
  })
})
