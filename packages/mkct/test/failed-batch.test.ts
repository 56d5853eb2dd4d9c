import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'

type Trouble = 'none' | 'put' | 'before' | 'after' | 'close'

/** A store whose chained batches fail as told, and whose head can't be read while `blind`. */
function troubledStore() {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const state = { trouble: 'none' as Trouble, blind: false, blindOnceWritten: false, open: 0 }
  const start = store.batch.bind(store) as () => ReturnType<typeof store.batch>
  const read = store.getSync.bind(store)
  Object.assign(store, {
    getSync(key: string, options: object) {
      if (state.blind && key === 'default h ') throw new Error('unreadable')
      return read(key, options)
    },
    batch() {
      const chained = start()
      const [put, write, close] = [chained.put.bind(chained), chained.write.bind(chained), chained.close.bind(chained)]
      state.open++
      return Object.assign(chained, {
        put(key: string, value: string, options: object) {
          if (state.trouble === 'put' || state.trouble === 'close') throw new Error('the cause')
          return put(key, value, options)
        },
        async write(options: object) {
          if (state.blindOnceWritten) Object.assign(state, { blind: true, blindOnceWritten: false })
          if (state.trouble === 'before') throw new Error('never tried')
          await write(options)
          state.open--
          if (state.trouble === 'after') throw new Error('timeout')
        },
        async close() {
          await close()
          state.open--
          if (state.trouble === 'close') throw new Error('close failed')
        },
      })
    },
  })
  return { store, state }
}

const megram = { space: 's', entity: 'e', state: 'success', content: 'x' } as const

async function openWithOne() {
  const { store, state } = troubledStore()
  const memory = createMemory({ store, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m') })
  await memory.write(megram).settled
  return { memory, state }
}

test('a batch that is down although its writing failed counts as written', async () => {
  const { memory, state } = await openWithOne()
  state.trouble = 'after'
  expect(await memory.write(megram).settled).toEqual({ id: 'm-2', sequence: 2, duplicate: false })
  expect((await memory.potentials('s', 'e')).attention).toBe(1.6)
  expect((await memory.forget({ id: 'm-1' })).erased).toBe(1)
  state.trouble = 'none'
  await memory.write(megram).settled
  expect((await memory.summary()).megrams).toBe(2)
  expect(await memory.verify()).toEqual({ ok: true, megrams: 2, damage: [] })
  await memory.close()
})

test.each([
  ['after', 1.6],
  ['before', 0.8],
] as const)(
  'a receipt waits while nobody can tell whether its batch is down, and then says the truth: %s it was down',
  async (trouble, attention) => {
    const { memory, state } = await openWithOne()
    Object.assign(state, { trouble, blindOnceWritten: true })
    const outcomes: unknown[] = []
    const receipts = [memory.write(megram), memory.write(megram)]
    const told = receipts.map(({ settled }) =>
      settled.then(() => 'written', String).then((text) => outcomes.push(text)),
    )
    await expect(memory.potentials('s', 'e')).rejects.toThrow('unreadable')
    await expect(memory.flush()).rejects.toThrow('unreadable')
    expect(outcomes).toEqual([])
    Object.assign(state, { trouble: 'none', blind: false })
    const { attention: found } = await memory.potentials('s', 'e')
    await Promise.all(told)
    expect(outcomes).toEqual(trouble === 'after' ? ['written', 'written'] : Array(2).fill('Error: never tried'))
    expect(found).toBeCloseTo(trouble === 'after' ? attention + 0.8 : attention)
    await memory.write(megram).settled
    expect((await memory.verify()).damage).toEqual([])
    await memory.close()
  },
)

test('a memory that is closed before anybody can tell says so, and ends', async () => {
  const { memory, state } = await openWithOne()
  Object.assign(state, { trouble: 'after', blindOnceWritten: true })
  const { settled } = memory.write(megram)
  await expect(memory.potentials('s', 'e')).rejects.toThrow('unreadable')
  await memory.close()
  await expect(settled).rejects.toMatchObject({ code: 'write_in_doubt', field: 'store' })
})

test('what went wrong is told, not that the batch could not be dropped; none is left open', async () => {
  const { memory, state } = await openWithOne()
  state.trouble = 'close'
  await expect(memory.write(megram).settled).rejects.toThrow('the cause')
  state.trouble = 'put'
  await expect(memory.repair()).rejects.toThrow('the cause')
  state.trouble = 'none'
  await memory.repair()
  expect(state.open).toBe(0)
  await memory.close()
})
