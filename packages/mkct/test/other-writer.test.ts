import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { createMemory } from '../src/index.js'

/** Two memories over one database that know nothing of each other, as in two tabs of a browser. */
function twoTabs() {
  const database = new MemoryLevel<string, string>()
  const clock = manualClock(1_700_000_000_000)
  const open = (name: string) =>
    createMemory({ store: database.sublevel('shared'), clock, ids: sequentialIds(name), check: 'full' })
  return { open }
}

const megram = { space: 'tool:shell', entity: 'path:/etc', state: 'success', content: 'Read it.' } as const

test('a memory whose store someone else has written to refuses to write, and loses nothing of theirs', async () => {
  const { open } = twoTabs()
  const [first, second] = [open('first'), open('second')]
  await first.write(megram).settled
  await expect(second.opened()).resolves.toEqual([])
  await second.write(megram).settled
  await expect(first.write(megram).settled).rejects.toMatchObject({ code: 'store_changed', field: 'store' })
  await expect(first.write(megram).settled).rejects.toMatchObject({ code: 'store_changed' })
  await expect(first.forget({ space: 'tool:shell' })).rejects.toMatchObject({ code: 'store_changed' })
  await expect(first.verify()).rejects.toMatchObject({ code: 'store_changed' })
  await expect(first.repair()).rejects.toMatchObject({ code: 'store_changed' })
  await first.close()
  await second.write(megram).settled
  expect(await second.verify()).toEqual({ ok: true, megrams: 3, damage: [] })
  await second.close()
})

test('a memory opened again after someone else has written goes on from there', async () => {
  const { open } = twoTabs()
  const first = open('first')
  await first.opened()
  const second = open('second')
  await second.write(megram).settled
  await second.close()
  await expect(first.write(megram).settled).rejects.toMatchObject({ code: 'store_changed' })
  await first.close()
  const again = open('again')
  await again.write(megram).settled
  expect(await again.verify()).toEqual({ ok: true, megrams: 2, damage: [] })
  await again.close()
})

test('a head that is lost or altered under an open memory is damage, not another writer', async () => {
  const store = new MemoryLevel<string, string>()
  const memory = createMemory({ store, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m') })
  await memory.write(megram).settled
  for (const spoil of [() => store.put('default h ', 'altered'), () => store.del('default h ')]) {
    await spoil()
    expect(await memory.verify()).toEqual({ ok: false, megrams: 1, damage: [{ type: 'head' }] })
  }
  await memory.repair()
  expect(await memory.verify()).toEqual({ ok: true, megrams: 1, damage: [] })
  await memory.close()
})
