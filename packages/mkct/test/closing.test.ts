import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'

const pair = { space: 's', entity: 'e' }
const closed = { code: 'memory_closed' }

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
  memory.write({ ...pair, state: 'accept', content: 'x' })
  const calls = Promise.all([
    memory.forget({ entity: 'e' }),
    memory.potentials('s', 'e'),
    memory.consult({ pairs: [], spaces: ['s'] }),
    memory.verify(),
  ])
  await memory.close()
  expect(await calls).toMatchObject([{ erased: 1 }, { attention: expect.any(Number) }, { rules: [] }, { ok: true }])
})

test('a walk and an export that are under way end with memory_closed', async () => {
  const memory = createMemory({ clock: manualClock(1000), ids: sequentialIds('m') })
  for (let count = 0; count < 600; count++) memory.write({ ...pair, state: 'accept', content: 'x' })
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
