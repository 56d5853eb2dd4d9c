import { createMemory, type Memory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'

describe('failed batch', () => {
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
        const [put, write, close] = [
          chained.put.bind(chained),
          chained.write.bind(chained),
          chained.close.bind(chained),
        ]
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
})

describe('opening', () => {
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
    await expect(memory.potentials('s', 'e')).rejects.toMatchObject({ code: 'damaged_store' })
    await store.clear()
    await expect(memory.opened()).rejects.toMatchObject({ code: 'damaged_store' })
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
    await expect(memory.summary()).rejects.toMatchObject({ code: 'closed' })
    await expect(memory.write(megram).settled).rejects.toMatchObject({ code: 'closed' })
  })
})

describe('other writer', () => {
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
})

describe('error fields', () => {
  test('an error about the store, or about what is imported, says so in its field', async () => {
    const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
    const memory = createMemory({ store, ids: sequentialIds('m') })
    await memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' }).settled
    for await (const [key, value] of store.iterator()) {
      if (key.startsWith('default e ')) await store.put(key, value.slice(1))
      if (key.startsWith('default x ')) await store.put(key, '{}')
    }
    await expect(memory.get('m-1')).rejects.toMatchObject({ code: 'damaged_record', field: 'store' })
    await expect(memory.explain('s', 'e')).rejects.toMatchObject({ code: 'damaged_record', field: 'store' })
    await expect(memory.import(['{"format":"artoo-memory","version":2}'])).rejects.toMatchObject({
      code: 'schema_unsupported',
      field: 'lines',
    })
    await memory.close()
  })

  const megram = { space: 's', entity: 'e', state: 'success', content: 'x' } as const

  test.each<[string, (memory: Memory) => unknown, string, string]>([
    ['write()', (memory) => memory.write(undefined as never), 'invalid_megram', 'options'],
    ['write({})', (memory) => memory.write({} as never), 'invalid_megram', 'space'],
    [
      'write with subjects',
      (memory) => memory.write({ ...megram, subjects: ['bob'] } as never),
      'invalid_megram',
      'subjects',
    ],
    ['remember()', (memory) => memory.remember(undefined as never), 'invalid_megram', 'options'],
    [
      'remember with a level',
      (memory) => memory.remember({ ...megram, level: 'C' } as never),
      'invalid_megram',
      'level',
    ],
    ['feedback()', (memory) => memory.feedback('m-1', undefined as never), 'invalid_megram', 'options'],
    [
      'feedback without a word',
      (memory) => memory.feedback('m-1', { content: 'x' } as never),
      'invalid_megram',
      'agrees',
    ],
    ['consult()', (memory) => memory.consult(undefined as never), 'invalid_query', 'options'],
    ['consult({})', (memory) => memory.consult({} as never), 'invalid_query', 'pairs'],
    ['consult of a null', (memory) => memory.consult({ pairs: [null], spaces: [] } as never), 'invalid_query', 'pairs'],
    [
      'consult of a lesson',
      (memory) => memory.consult({ pairs: [], spaces: [], lessons: 1 } as never),
      'invalid_query',
      'lessons',
    ],
    ['consult of space', (memory) => memory.consult({ pairs: [], space: ['s'] } as never), 'invalid_query', 'space'],
    ['forget()', (memory) => memory.forget(undefined as never), 'empty_selector', 'selector'],
    ['forget({})', (memory) => memory.forget({}), 'empty_selector', 'selector'],
    [
      'forget of an undefined subject',
      (memory) => memory.forget({ space: 's', subject: undefined } as never),
      'empty_selector',
      'subject',
    ],
    ['forget of a user', (memory) => memory.forget({ space: 's', user: 'bob' } as never), 'invalid_option', 'user'],
    ['dream with distil', (memory) => memory.dream({ distil: () => null } as never), 'invalid_option', 'distil'],
    ['import()', (memory) => memory.import(undefined as never), 'invalid_import', 'lines'],
    ['potentials()', (memory) => memory.potentials(undefined as never, 'e'), 'invalid_megram', 'space'],
    ['createMemory', () => createMemory({ queuelimit: 1 } as never), 'invalid_option', 'queuelimit'],
    ['openMemory of no path', () => openMemory({ path: '' }), 'invalid_option', 'path'],
    ['openMemory of no root', () => openMemory({ root: '' }), 'invalid_option', 'root'],
    ['openMemory of null', () => openMemory(null as never), 'invalid_option', 'options'],
    ['openMemory with a store', () => openMemory({ path: 'x', store: 1 } as never), 'invalid_option', 'store'],
  ])('%s fails with a code and a field, and changes nothing', async (_, call, code, field) => {
    const memory = createMemory({ ids: sequentialIds('m') })
    await memory.write({ ...megram, subject: 'alice' }).settled
    await expect((async () => call(memory))()).rejects.toMatchObject({ name: 'ArtooError', code, field })
    expect((await memory.summary()).megrams).toBe(1)
    await memory.close()
  })

  test('an unknown name is answered with the nearest right one', async () => {
    const memory = createMemory()
    expect(() => memory.write({ ...megram, subjects: ['bob'] } as never)).toThrow('did you mean subject?')
    await expect(memory.forget({ entitty: 'e' } as never)).rejects.toThrow('did you mean entity?')
    await memory.close()
  })
})
