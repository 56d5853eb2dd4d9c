import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'

const megram = { space: 's', entity: 'e', state: 'success', content: 'x', subject: 'bob' } as const

function open(store: MemoryLevel<string, string>, more: object = {}) {
  return createMemory({ store, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m'), ...more })
}

test.each(['getMany', 'iterator'] as const)(
  'after one failure of %s on opening the next call opens anew',
  async (method) => {
    const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
    const original: (...given: never[]) => unknown = store[method].bind(store)
    Object.assign(store, {
      [method]: () => {
        Object.assign(store, { [method]: original })
        if (method === 'iterator') throw new Error('disk busy')
        return Promise.reject(new Error('disk busy'))
      },
    })
    const memory = open(store)
    await expect(memory.write(megram).settled).rejects.toThrow('disk busy')
    expect(await memory.write(megram).settled).toMatchObject({ sequence: 1 })
    expect(await memory.opened()).toEqual([])
    expect((await memory.potentials('s', 'e')).attention).toBe(0.8)
    await memory.close()
  },
)

test('damage found on opening is not looked for again by every call', async () => {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const before = open(store)
  await before.write(megram).settled
  await before.close()
  await store.put('default h ', 'broken')
  const memory = open(store)
  await expect(memory.potentials('s', 'e')).rejects.toMatchObject({ code: 'store_damaged' })
  await store.clear()
  await expect(memory.opened()).rejects.toMatchObject({ code: 'store_damaged' })
  await memory.close()
})

test.each(['refuse', 'report'])(
  'a compaction that fails on opening is told and tried again later (onDamage: %s)',
  async (onDamage) => {
    const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
    const compacting = (compactRange: () => Promise<void>) => Object.assign(store, { compactRange })
    compacting(() => Promise.reject(new Error('no space')))
    let memory = open(store)
    await memory.write(megram).settled
    await expect(memory.forget({ subject: 'bob' })).rejects.toThrow('no space')
    await memory.close()
    const problems: string[] = []
    memory = open(store, { onDamage, onProblem: (error: unknown) => problems.push(String(error)) })
    expect(await memory.opened()).toEqual([])
    expect(problems).toEqual(['Error: no space'])
    await memory.write(megram).settled
    await memory.close()
    let compactions = 0
    compacting(async () => void compactions++)
    for (const _ of [1, 2]) {
      memory = open(store)
      await memory.opened()
      await memory.close()
    }
    expect(compactions).toBe(1)
  },
)

test('after closing, flush() and opened() answer as before and everything else fails', async () => {
  const memory = open(new MemoryLevel<string, string>({ storeEncoding: 'utf8' }))
  await memory.write(megram).settled
  await memory.close()
  await expect(memory.flush()).resolves.toBeUndefined()
  await expect(memory.opened()).resolves.toEqual([])
  await expect(memory.summary()).rejects.toMatchObject({ code: 'memory_closed' })
  await expect(memory.write(megram).settled).rejects.toMatchObject({ code: 'memory_closed' })
})
