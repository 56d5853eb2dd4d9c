import { createMemory } from '@artoo/mkct'
import { manualClock } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'

const day = 86_400_000

test('a full memory forgets what has decayed most, and keeps what is fresh or was recalled', async () => {
  const clock = manualClock(1_000)
  const memory = createMemory({ maxMegrams: 20, clock })
  const fact = memory.remember({ space: 'fact', entity: 'sea', content: 'salt', state: 'accept' })
  const write = (index: number, state: 'accept' | 'abandon') =>
    memory.write({ space: `intent:${index}`, entity: 'env:local', state, content: 'x', key: `key ${index}` })
  for (let index = 0; index < 10; index++) await write(index, 'accept').settled
  clock.advance(day)
  await memory.recall(fact.id)
  for (let index = 10; index < 20; index++) await write(index, 'accept').settled
  const { megrams } = await memory.summary()
  expect(megrams).toBe(18)
  expect(await memory.get(fact.id)).not.toBeNull()
  const kept: string[] = []
  for await (const { space } of memory.megrams()) kept.push(space)
  expect(kept).toContain('intent:19')
  expect(kept.filter((space) => /^intent:\d$/.test(space))).toHaveLength(7)
  expect((await memory.verify()).ok).toBe(true)
  await memory.close()
})

test('four thousand writes leave no more than the bound, and read as before', async () => {
  const clock = manualClock(1_000)
  const memory = createMemory({ maxMegrams: 1_000, clock })
  for (let index = 0; index < 4_000; index++) {
    const receipt = memory.write({ space: `s${index % 7}`, entity: `e${index}`, state: 'success', content: `${index}` })
    if (index % 100 === 0) await receipt.settled
    clock.advance(1)
  }
  await memory.flush()
  expect((await memory.summary()).megrams).toBeLessThanOrEqual(1_000)
  expect(await memory.recent(`s${3_999 % 7}`, 'e3999', 1)).toMatchObject([{ content: '3999' }])
  expect((await memory.verify()).ok).toBe(true)
  await memory.close()
})

test.each([0, -1, 1.5, Number.NaN])('a bound of %d is refused', (maxMegrams) => {
  expect(() => createMemory({ maxMegrams })).toThrow(
    expect.objectContaining({ code: 'invalid_option', field: 'maxMegrams' }),
  )
})

test('a memory over a store of the host has no bound by default', async () => {
  const memory = createMemory({ store: new MemoryLevel<string, string>() })
  for (let index = 0; index < 10_050; index++) {
    memory.write({ space: 's', entity: `e${index}`, state: 'success', content: 'x' })
    if (index % 1_000 === 0) await memory.flush()
  }
  await memory.flush()
  expect((await memory.summary()).megrams).toBe(10_050)
  await memory.close()
})
