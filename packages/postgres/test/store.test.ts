import { createMemory } from '@artoo/mkct'
import type { Store } from '@artoo/spec'
import type { AbstractLevel } from 'abstract-level'
import { describe, expect, it } from 'vitest'
import { testDatabases } from './databases.js'
import { withoutPostgres } from './server.js'

const levelOf = (db: { readonly store: Store }) => db.store as unknown as AbstractLevel<Buffer, string, string>

describe.skipIf(withoutPostgres)(`the store in PostgreSQL${withoutPostgres}`, () => {
  const databases = testDatabases()

  it('is open in one process at a time', async () => {
    const [db, other] = [await databases.fresh(), await databases.again()]
    await db.store.open()
    await expect(other.store.open()).rejects.toMatchObject({ cause: { code: 'store_locked', field: 'store' } })
    await db.store.close()
    await other.store.open()
  })

  it('takes no batch of a writer that was cut off and succeeded', async () => {
    const [db, other] = [await databases.fresh(), await databases.again()]
    await levelOf(db).put('a', 'of the first')
    // The lock ends with its connection.
    await databases.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`,
    )
    await expect.poll(() => other.store.open().then(() => 'open')).toBe('open')
    await expect(levelOf(db).put('a', 'late')).rejects.toMatchObject({ code: 'store_changed' })
    expect(await levelOf(other).get('a')).toBe('of the first')
  })

  it('puts keys in order by their bytes, however long they are', async () => {
    const level = levelOf(await databases.fresh())
    const long = 'k'.repeat(20_000)
    const keys = ['', 'a', 'a\0', 'é', '\u{1f600}', `${long}a`, `${long}b`, `${long}`, 'kk']
    const sorted = [...keys].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    await level.batch(keys.map((key) => ({ type: 'put', key, value: key.slice(-1) })))
    await level.batch([
      { type: 'put', key: 'a', value: '1' },
      { type: 'del', key: 'b' },
      { type: 'put', key: 'a', value: '2' },
    ])
    expect(await level.keys().all()).toEqual(sorted)
    expect(await level.keys({ reverse: true, limit: 3 }).all()).toEqual(sorted.toReversed().slice(0, 3))
    expect(await level.keys({ gt: long, lt: `${long}b` }).all()).toEqual([`${long}a`])
    expect(await level.keys({ gte: long, lte: `${long}b` }).all()).toEqual([long, `${long}a`, `${long}b`])
    expect(await level.getMany([`${long}b`, 'none', 'a'])).toEqual(['b', undefined, '2'])
    await level.clear({ gt: 'kk', limit: 2 })
    expect(await level.keys({ gt: 'kk' }).all()).toEqual([`${long}b`, 'é', '\u{1f600}'])
  })

  it('is walked in pages, forwards and backwards', async () => {
    const level = levelOf(await databases.fresh())
    const keys = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, '0'))
    await level.batch(keys.map((key) => ({ type: 'put', key, value: key })))
    const found: string[] = []
    for await (const [key, value] of level.iterator({ gte: '010', lt: '240', reverse: true, limit: 215 })) {
      expect(value).toBe(key)
      found.push(key)
    }
    expect(found).toEqual(keys.slice(10, 240).toReversed().slice(0, 215))
    const seeking = level.keys({ gte: '100', lt: '200' })
    seeking.seek('198')
    expect(await seeking.nextv(5)).toEqual(['198', '199'])
    seeking.seek('099')
    expect(await seeking.all()).toEqual([])
    const iterator = level.values({ lte: '220' })
    const pages = [await iterator.nextv(100), await iterator.nextv(200), await iterator.nextv(9)]
    expect(pages.map(({ length }) => length)).toEqual([100, 121, 0])
    await iterator.close()
  })

  it('holds a memory', async () => {
    const db = await databases.fresh()
    const memory = createMemory({ store: db.store })
    await memory.write({ space: 's', entity: 'e', state: 'success', content: 'it worked' }).settled
    await memory.close()
    const again = createMemory({ store: db.store })
    expect((await again.recent('s', 'e', 1)).map(({ content }) => content)).toEqual(['it worked'])
    await again.close()
  })
})
