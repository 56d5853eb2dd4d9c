import { createMemory } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'

const day = 86_400_000

/** A memory of ten pairs that lost the entries 5 and 6. */
async function withLoss() {
  const clock = manualClock(1_700_000_000_000)
  const store = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  const before = createMemory({ store, clock, ids: sequentialIds('m') })
  for (let index = 1; index <= 10; index++) {
    before.write({ space: 's', entity: `e${index}`, state: 'success', content: 'x' })
  }
  await before.close()
  await store.del('default e 00000000005 ')
  const memory = createMemory({ store, clock, onDamage: 'report' })
  await memory.repair()
  return { memory, clock, store }
}

const lost = [{ type: 'lost', from: 5, to: 6 }]

test.each([[['e7', 'e4']], [['e4', 'e7']], [['e3', 'e4', 'e8', 'e7']]])(
  'what a repair gave up is still told when its neighbours %s are forgotten',
  async (entities) => {
    const { memory, store } = await withLoss()
    for (const entity of entities) {
      await memory.forget({ entity })
      expect(await memory.verify()).toMatchObject({ ok: true, damage: lost })
    }
    const tombstones = (await store.values().all()).filter((value) => /^.{64}\{"v":1,"(erased|lost)"/.test(value))
    expect(tombstones).toHaveLength(3)
    await memory.close()
  },
)

test('it is also told when everything else has faded, and after another repair', async () => {
  const { memory, clock } = await withLoss()
  clock.advance(60 * day)
  expect((await memory.dream()).forgotten).toBe(8)
  expect((await memory.verify()).damage).toEqual(lost)
  await memory.repair()
  expect(await memory.verify()).toEqual({ ok: true, megrams: 0, damage: lost })
  await memory.close()
})
