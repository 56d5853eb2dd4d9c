import { createMemory, type Memory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test, vi } from 'vitest'

const pair = { space: 's', entity: 'e' }
const closed = { code: 'closed' }

function setUp() {
  const store = new MemoryLevel<string, string>()
  const ids = sequentialIds('m')
  return { open: () => createMemory({ store, ids, clock: manualClock(1000) }) }
}

test('closing aborts a dream whose distillation is pending; the next owner of the store is not disturbed', async () => {
  const { open } = setUp()
  const first = open()
  for (let count = 0; count < 6; count++) first.write({ ...pair, state: 'accept', content: `${count}` })
  let answer = (_: string) => {}
  let asked = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const distill = () => {
    asked()
    return new Promise<string>((resolve) => {
      answer = resolve
    })
  }
  const dreaming = first.dream({ distill })
  await isAsked
  await first.close()
  expect(await dreaming).toMatchObject({ aborted: true, promoted: [] })
  const second = open()
  await second.write({ ...pair, state: 'accept', content: 'next' }).settled
  answer('late rule')
  await new Promise((resolve) => setImmediate(resolve))
  await second.write({ ...pair, state: 'accept', content: 'after' }).settled
  expect(await second.rules(pair.space)).toEqual([])
  expect(await second.verify()).toEqual({ ok: true, megrams: 8, damage: [] })
  await second.close()
})

test('closing aborts an import that waits for its next line, and lets go of the lines', async () => {
  const { open } = setUp()
  const first = open()
  let released = false
  let waiting = () => {}
  const isWaiting = new Promise<void>((resolve) => {
    waiting = resolve
  })
  const lines: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => {
      const given = ['{"format":"artoo-memory","version":1,"namespace":"default"}']
      return {
        next: () => {
          const value = given.shift()
          if (value !== undefined) return Promise.resolve({ value, done: false })
          waiting()
          return new Promise(() => {})
        },
        return: () => {
          released = true
          return Promise.resolve({ value: undefined, done: true })
        },
      }
    },
  }
  const importing = expect(first.import(lines)).rejects.toMatchObject(closed)
  await isWaiting
  await first.close()
  await importing
  expect(released).toBe(true)
})

test('what was called before closing is finished', async () => {
  const memory = createMemory({ clock: manualClock(1000), ids: sequentialIds('m') })
  const { settled } = memory.write({ ...pair, state: 'accept', content: 'x' })
  const calls = Promise.all([
    settled,
    memory.potentials('s', 'e'),
    memory.consult({ pairs: [], spaces: ['s'] }),
    memory.explain('s', 'e'),
  ])
  await memory.close()
  expect(await calls).toMatchObject([{ id: 'm-1' }, { attention: 0.9 }, { rules: [] }, { attention: 0.9 }])
})

/** A store of many Megrams, and a call that comes when `method` has been called `times` more often. */
async function longWork(megrams: number, method: 'iterator' | 'batch', times: number) {
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const ids = sequentialIds('m')
  const open = (more = {}) => createMemory({ store, ids, clock: manualClock(1000), ...more })
  const first = open()
  for (let count = 0; count < megrams; count++) first.write({ ...pair, state: 'accept', content: 'x' })
  await first.close()
  const original = store[method].bind(store) as (...given: unknown[]) => unknown
  let calls = 0
  let stop = () => {}
  const count = (...given: unknown[]) => {
    if (++calls === times) stop()
    return original(...given)
  }
  return {
    store,
    open,
    get calls() {
      return calls
    },
    stopWith(action: () => void): void {
      calls = 0
      stop = action
      vi.spyOn(store, method).mockImplementation(count as never)
    },
  }
}

const byItsSignal = 'its signal'
describe.each([byItsSignal, 'closing'] as const)('stopped by %s', (how) => {
  function stopping(work: Awaited<ReturnType<typeof longWork>>, memory: Memory) {
    const controller = new AbortController()
    let closing = Promise.resolve()
    work.stopWith(() => {
      if (how === byItsSignal) controller.abort()
      else closing = memory.close()
    })
    const reason = how === byItsSignal ? { name: 'AbortError' } : closed
    const next = async () => {
      if (how === byItsSignal) return memory
      await closing
      return work.open({ onDamage: 'report' })
    }
    return { signal: controller.signal, reason, next }
  }

  test('verify() ends between steps', async () => {
    const work = await longWork(1010, 'iterator', 3)
    const memory = work.open()
    await memory.opened()
    const { signal, reason, next } = stopping(work, memory)
    await expect(memory.verify({ signal })).rejects.toMatchObject(reason)
    expect(work.calls).toBe(3)
    const again = await next()
    expect(await again.verify()).toEqual({ ok: true, megrams: 1010, damage: [] })
    await again.close()
  })

  test('forget() ends between batches; what is left is sound, and the next one finishes', async () => {
    const work = await longWork(1010, 'batch', 1)
    const memory = work.open()
    await memory.opened()
    const { signal, reason, next } = stopping(work, memory)
    await expect(memory.forget({ space: 's' }, { signal })).rejects.toMatchObject(reason)
    const again = await next()
    expect(await again.verify()).toEqual({ ok: true, megrams: 10, damage: [] })
    expect((await again.potentials('s', 'e')).attention).toBeCloseTo(9, 9)
    expect(await again.forget({ space: 's' })).toMatchObject({ erased: 10 })
    await again.close()
  })

  test('repair() ends between steps and leaves everything as it was; the next one finishes', async () => {
    const work = await longWork(510, 'iterator', 2)
    const tail = await work.store.keys({ gte: 'default e ', lt: 'default e!', reverse: true, limit: 7 }).all()
    await work.store.del(tail.at(-1) ?? '')
    const before = await work.store.iterator().all()
    const memory = work.open({ onDamage: 'report' })
    await memory.opened()
    const { signal, reason, next } = stopping(work, memory)
    await expect(memory.repair({ signal })).rejects.toMatchObject(reason)
    expect(await work.store.iterator().all()).toEqual(before)
    const again = await next()
    const { settled } = again.write({ ...pair, state: 'accept', content: 'x' })
    await expect(settled).rejects.toMatchObject({ code: 'damaged_store' })
    expect(await again.repair()).toMatchObject({ megrams: 508 })
    expect(await again.verify()).toMatchObject({ ok: true, megrams: 508 })
    await again.close()
  })
})

test('a walk and an export that are under way end with closed', async () => {
  const memory = createMemory({ clock: manualClock(1000), ids: sequentialIds('m') })
  for (let count = 0; count < 510; count++) memory.write({ ...pair, state: 'accept', content: 'x' })
  const walk = memory.megrams()
  const lines = memory.export()
  await walk.next()
  await lines.next()
  await memory.close()
  const drain = async (items: AsyncIterable<unknown>) => {
    for await (const _ of items);
  }
  await expect(drain(walk)).rejects.toMatchObject(closed)
  await expect(drain(lines)).rejects.toMatchObject(closed)
})

test('feedback under way is written before the memory closes; feedback given later is refused', async () => {
  const { open } = setUp()
  const first = open()
  const rule = first.write({ ...pair, state: 'accept', content: 'rule', level: 'C' })
  await first.flush()
  const given = first.feedback(rule.id, { content: 'no', agrees: false })
  const closing = first.close()
  await expect(first.feedback(rule.id, { content: 'late', agrees: false })).rejects.toMatchObject(closed)
  const receipt = await given
  expect(receipt.accepted).toBe(true)
  expect(await receipt.settled).toMatchObject({ id: receipt.id, duplicate: false })
  await closing
  const second = open()
  expect(await second.get(receipt.id)).toMatchObject({ content: 'no' })
  await second.close()
})
