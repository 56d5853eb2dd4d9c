import { createMemory, type Memory, type NewMegram } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { day, exported } from './support/dreams.js'
import { temporaryDirectory } from './support/stores.js'

describe('writing', () => {
  const megram = { space: 's', entity: 'e', state: 'success', content: 'x' } as const

  test.each<[Partial<Record<keyof NewMegram, unknown>>, string, string]>([
    [{ space: '' }, 'invalid_megram', 'space'],
    [{ entity: 7 }, 'invalid_megram', 'entity'],
    [{ content: null }, 'invalid_megram', 'content'],
    [{ content: 'x'.repeat(65_537) }, 'invalid_megram', 'content'],
    [{ state: 'toString' }, 'invalid_megram', 'state'],
    [{ f: 1.01 }, 'invalid_megram', 'f'],
    [{ f: Number.NaN }, 'invalid_megram', 'f'],
    [{ sigma: -1.5 }, 'invalid_megram', 'sigma'],
    [{ k: 0 }, 'invalid_megram', 'k'],
    [{ k: Number.POSITIVE_INFINITY }, 'invalid_megram', 'k'],
    [{ level: 'C', k: 0.05 }, 'invalid_megram', 'k'],
    [{ level: 'X' }, 'invalid_megram', 'level'],
    [{ level: 'T' }, 'level_reserved', 'level'],
    [{ at: 1.5 }, 'invalid_megram', 'at'],
    [{ at: -1 }, 'invalid_megram', 'at'],
    [{ at: 2000 }, 'at_in_future', 'at'],
    [{ sources: 'id' }, 'invalid_megram', 'sources'],
  ])('%j is refused', (change, code, field) => {
    const memory = createMemory({ clock: manualClock(1000) })
    expect(() => memory.write({ ...megram, ...change } as NewMegram)).toThrow(expect.objectContaining({ code, field }))
  })

  test('a repeated idempotency key counts once, also after reopening; another text under it is an error', async () => {
    const store = new MemoryLevel<string, string>()
    const ids = sequentialIds()
    let memory = createMemory({ store, ids, clock: manualClock(1) })
    const first = await memory.write({ ...megram, key: 'k' }).settled
    await memory.close()
    memory = createMemory({ store, ids, clock: manualClock(1) })
    expect(await memory.write({ ...megram, key: 'k' }).settled).toEqual({ ...first, duplicate: true })
    await expect(memory.write({ ...megram, key: 'k', content: 'y' }).settled).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    expect((await memory.potentials('s', 'e')).attention).toBe(0.8)
    await memory.close()
  })

  test('a full queue refuses openly and counts it', async () => {
    const onProblem = vi.fn()
    const memory = createMemory({ queueLimit: 3, onProblem, clock: manualClock(1000) })
    const receipts = [1, 2, 3, 4, 5].map(() => memory.write(megram))
    expect(receipts.map(({ accepted }) => accepted)).toEqual([true, true, true, false, false])
    await expect(receipts[4]?.settled).rejects.toMatchObject({ code: 'queue_full' })
    await memory.flush()
    expect(memory.queue).toEqual({ queued: 0, bytes: 0, refused: 2, failed: 0 })
    expect(onProblem).toHaveBeenCalledTimes(2)
    expect(memory.write(megram).accepted).toBe(true)
    expect((await memory.potentials('s', 'e')).attention).toBeCloseTo(3.2, 12)
    await memory.close()
  })

  test('a failing store rejects the receipts of its batch, leaves the sums true, and heals', async () => {
    const store = new MemoryLevel<string, string>()
    const onProblem = vi.fn()
    const memory = createMemory({ store, onProblem, clock: manualClock(1000) })
    await memory.write(megram).settled
    const batch = vi.spyOn(store, 'batch').mockImplementationOnce(() => {
      throw new Error('disk full')
    })
    const receipt = memory.write(megram)
    await memory.flush()
    await expect(receipt.settled).rejects.toThrow('disk full')
    batch.mockRestore()
    expect((await memory.potentials('s', 'e')).attention).toBe(0.8)
    expect(memory.queue.failed).toBe(1)
    expect(onProblem).toHaveBeenCalledOnce()
    await memory.write(megram).settled
    expect((await memory.verify()).damage).toEqual([])
    await memory.close()
  })

  test('a receipt that nobody listens to is no unhandled rejection', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const memory = createMemory({ ids: () => 'same' })
    memory.write(megram)
    memory.write(megram)
    await memory.close()
    memory.write(megram)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    expect(memory.queue).toEqual({ queued: 0, bytes: 0, refused: 1, failed: 1 })
  })

  test.each([
    ['with', crypto],
    ['without', { getRandomValues: crypto.getRandomValues.bind(crypto) }],
  ])('ids are random UUIDs by default, on a page %s crypto.randomUUID', async (_, offered) => {
    vi.stubGlobal('crypto', offered)
    onTestFinished(() => void vi.unstubAllGlobals())
    const memory = createMemory()
    const ids = Array.from({ length: 100 }, () => memory.write(megram).id)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(ids).size).toBe(100)
    await memory.close()
  })

  test('an id that comes twice is refused by name', async () => {
    const memory = createMemory({ ids: () => 'same' })
    memory.write(megram)
    await expect(memory.write(megram).settled).rejects.toMatchObject({ code: 'duplicate_id' })
    await memory.close()
  })

  test('after closing every call says so', async () => {
    const memory = createMemory()
    await Promise.all([memory.close(), memory.close()])
    const closed = { code: 'closed' }
    await expect(memory.write(megram).settled).rejects.toMatchObject(closed)
    await expect(memory.potentials('s', 'e')).rejects.toMatchObject(closed)
    await expect(memory.dream()).rejects.toMatchObject(closed)
    await expect(memory.forget({ space: 's' })).rejects.toMatchObject(closed)
    await expect(memory.megrams().next()).rejects.toMatchObject(closed)
  })

  test('durability power syncs every batch', async () => {
    for (const [durability, expected] of [
      ['power', { sync: true }],
      ['process', {}],
    ] as const) {
      const store = new MemoryLevel<string, string>()
      const synced: unknown[] = []
      const original = store.batch.bind(store)
      vi.spyOn(store, 'batch').mockImplementation((() => {
        const batch = original()
        const write = batch.write.bind(batch)
        batch.write = async (options?: object) => {
          synced.push(options)
          await write(options ?? {})
        }
        return batch
      }) as never)
      const memory = createMemory({ store, durability })
      await memory.write(megram).settled
      expect(synced).toEqual([expected])
      await memory.close()
    }
  })

  test('remembered facts are level K, decay and speak for their pair', async () => {
    const clock = manualClock(0)
    const memory = createMemory({ clock })
    memory.remember({ space: 's', entity: 'e', content: 'the reports are in ~/Reports' })
    const { readings } = await memory.consult({ pairs: [{ space: 's', entity: 'e' }], spaces: [] })
    expect(readings).toEqual([
      {
        space: 's',
        entity: 'e',
        attention: 0.8,
        decision: 0.8,
        action: 'exploit',
        lesson: 'the reports are in ~/Reports',
        newest: { at: 0, sigma: 1, attention: 0.8, content: 'the reports are in ~/Reports' },
      },
    ])
    clock.advance(60 * 86_400_000)
    expect((await memory.dream()).forgotten).toBe(1)
    expect((await memory.summary()).levels).toEqual({ M: 0, K: 0, C: 0 })
    await memory.close()
  })

  test('recent reads as many records as it is asked for', async () => {
    const store = new MemoryLevel<string, string>()
    const memory = createMemory({ store, clock: manualClock(1_000_000), ids: sequentialIds() })
    for (let index = 0; index < 500; index++) memory.write({ ...megram, content: `${index}`, at: index })
    await memory.flush()
    const getMany = vi.spyOn(store, 'getMany')
    const iterator = vi.spyOn(store, 'iterator')
    const recent = await memory.recent('s', 'e', 3)
    expect(recent.map(({ content }) => content)).toEqual(['499', '498', '497'])
    expect(iterator.mock.calls.map(([options]) => options?.limit)).toEqual([3])
    expect(getMany.mock.calls.flatMap(([keys]) => keys)).toHaveLength(3)
    await memory.close()
  })

  test('an onProblem that throws or rejects harms no write, no receipt and no closing', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    for (const onProblem of [
      () => {
        throw new Error('host')
      },
      () => Promise.reject(new Error('host')) as unknown as undefined,
    ]) {
      const memory = createMemory({ ids: sequentialIds('m'), clock: manualClock(1), queueLimit: 3, onProblem })
      const first = memory.write({ ...megram, key: 'k' })
      const conflicting = memory.write({ ...megram, key: 'k', content: 'y' })
      const last = memory.write(megram)
      expect(memory.write(megram).accepted).toBe(false)
      expect(await first.settled).toMatchObject({ id: first.id })
      await expect(conflicting.settled).rejects.toMatchObject({ code: 'idempotency_conflict' })
      expect(await last.settled).toMatchObject({ id: last.id })
      await memory.flush()
      expect(memory.queue).toEqual({ queued: 0, bytes: 0, refused: 1, failed: 1 })
      await memory.close()
      expect(memory.write(megram).accepted).toBe(false)
    }
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test.each([
    ['durability', 'fsync'],
    ['check', 'all'],
    ['onDamage', 'ignore'],
    ['namespce', 'x'],
  ])('the option %s: %j is refused', (field, value) => {
    expect(() => createMemory({ [field]: value })).toThrow(expect.objectContaining({ code: 'invalid_option', field }))
  })

  test.each(['', '\ud800', 'x'.repeat(8193), 5, undefined, null, {}, Symbol('x')])(
    'an id generator that gives what is no id is refused at once',
    async (id) => {
      const memory = createMemory({ ids: () => id as string })
      expect(() => memory.write(megram)).toThrow(expect.objectContaining({ code: 'invalid_megram', field: 'ids' }))
      expect((await memory.summary()).megrams).toBe(0)
      await memory.close()
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 8.65e15])(
    'a clock that gives %d is refused, and heals',
    async (time) => {
      const clock = { ...manualClock(0), now: () => time }
      const memory = createMemory({ clock, ids: sequentialIds('m') })
      const refused = { code: 'invalid_clock', field: 'clock' }
      expect(() => memory.write(megram)).toThrow(expect.objectContaining(refused))
      await expect(memory.potentials('s', 'e')).rejects.toMatchObject(refused)
      await expect(memory.dream()).rejects.toMatchObject(refused)
      clock.now = () => 1000
      await memory.write(megram).settled
      expect(await memory.verify()).toEqual({ ok: true, megrams: 1, damage: [] })
      await memory.close()
    },
  )

  test('the queue is bounded in bytes, too; what is too large for it alone is still taken', async () => {
    const problems: unknown[] = []
    const memory = createMemory({ queueBytes: 10_000, onProblem: (error) => problems.push(error) })
    const write = (length: number) =>
      memory.write({ space: 's', entity: 'e', state: 'success', content: 'x'.repeat(length) })
    const receipts = [write(3000), write(1900), write(3000), write(50)]
    expect(receipts.map(({ accepted }) => accepted)).toEqual([true, true, false, true])
    expect(memory.queue.bytes).toBe(2 * (4950 + 6))
    await expect(receipts[2]?.settled).rejects.toMatchObject({ code: 'queue_full', field: 'queueBytes' })
    expect(problems).toMatchObject([{ code: 'queue_full' }])
    await memory.flush()
    expect(memory.queue).toEqual({ queued: 0, bytes: 0, refused: 1, failed: 0 })
    expect((await write(9000).settled).duplicate).toBe(false)
    await memory.close()
  })
})

describe('idempotency', () => {
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
})
