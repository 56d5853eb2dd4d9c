import { createMemory, type Memory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { day, exported } from './support/dreams.js'
import { temporaryDirectory } from './support/stores.js'

const megram = { space: 's', entity: 'e', state: 'success', content: 'x', key: 'once' } as const

type Open = () => Memory | Promise<Memory>

test.each<[string, () => Promise<Open>]>([
  [
    'memory-level',
    async () => {
      const options = { store: new MemoryLevel<string, string>(), clock: manualClock(1000), ids: sequentialIds('m') }
      return () => createMemory(options)
    },
  ],
  [
    'classic-level',
    async () => {
      const options = { path: await temporaryDirectory(), clock: manualClock(1000), ids: sequentialIds('m') }
      return () => openMemory(options)
    },
  ],
])('on %s a hundred writers under one key count once, half of them after reopening', async (_, setUp) => {
  const open = await setUp()
  const outcomes = []
  for (let opening = 0; opening < 2; opening++) {
    const memory = await open()
    const writers = Array.from({ length: 50 }, async () => {
      await null
      return memory.write(megram).settled
    })
    await null
    outcomes.push(...(await Promise.all([...writers, memory.flush()])).slice(0, -1))
    await memory.close()
  }
  expect(outcomes).toHaveLength(100)
  expect(outcomes.filter((outcome) => outcome && !outcome.duplicate)).toEqual([
    { id: 'm-1', sequence: 1, duplicate: false },
  ])
  expect(new Set(outcomes.map((outcome) => outcome?.id))).toEqual(new Set(['m-1']))
  const memory = await open()
  expect(await memory.verify()).toEqual({ ok: true, megrams: 1, damage: [] })
  expect((await memory.potentials('s', 'e')).attention).toBe(0.8)
  await memory.close()
})

test('a key outlives forgetting: what is delivered again, or imported, does not come back; each namespace has its own', async () => {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const options = { store, clock: manualClock(1000), ids: sequentialIds('m') }
  const [memory, other] = [createMemory(options), createMemory({ ...options, namespace: 'other' })]
  const { id } = await memory.write(megram).settled
  expect((await other.write(megram).settled).duplicate).toBe(false)
  const lines = await exported(memory)
  await memory.forget({ id })
  for (let repair = 0; repair < 2; repair++) {
    expect(await memory.write(megram).settled).toMatchObject({ sequence: 1, duplicate: true })
    expect(await memory.write({ ...megram, content: 'other text' }).settled).toMatchObject({ duplicate: true })
    expect(await memory.import(lines)).toEqual({ imported: 0, skipped: 1 })
    expect(await memory.verify()).toEqual({ ok: true, megrams: 0, damage: [] })
    await memory.repair()
  }
  expect((await other.write(megram).settled).duplicate).toBe(true)
  const left = JSON.stringify(await store.iterator({ lt: 'other' }).all())
  expect(left).not.toContain('once')
  await Promise.all([memory.close(), other.close()])
})

test('a key is free again once its Megram has faded', async () => {
  const clock = manualClock(1000)
  const memory = createMemory({ clock, ids: sequentialIds('m') })
  await memory.write(megram).settled
  clock.advance(60 * day)
  await memory.dream()
  expect((await memory.write(megram).settled).duplicate).toBe(false)
  await memory.close()
})
