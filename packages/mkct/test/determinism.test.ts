import { createMemory, type Store } from '@artoo/mkct'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { expect, test } from 'vitest'
import { dump, temporaryDirectory } from './support/stores.js'

/** A history with everything in it. */
async function liveThrough(store: Store, pause: () => Promise<void>): Promise<[string, string][]> {
  const clock = manualClock(1_700_000_000_000)
  const memory = createMemory({ store, clock, ids: sequentialIds('m') })
  for (let index = 0; index < 300; index++) {
    const entity = `path:/資料/${index % 7}`
    const state = index % 3 ? 'abandon' : 'refine'
    memory.write({ space: 'tool:shell', entity, state, content: `try ${index} 🙂`, subject: `user ${index % 5}` })
    if (index % 50 === 0) await pause()
    clock.advance(3_600_000)
  }
  memory.remember({ space: 'tool:shell', entity: 'path:/資料/1', content: 'fact', subject: 'bob' })
  await memory.dream({ distill: async ({ entity }) => `never touch ${entity}` })
  await memory.consult({ pairs: [], spaces: ['tool:shell'] })
  await memory.forget({ space: 'tool:shell', entity: 'path:/資料/2' })
  const practice = { space: 's', entity: 'e', state: 'accept', content: 'practice', key: 'k', level: 'C' } as const
  const { id } = memory.write(practice)
  await memory.flush()
  for (let count = 0; count < 3; count++) await memory.feedback(id, { content: 'refuted', agrees: false })
  clock.advance(86_400_000)
  expect((await memory.dream()).demoted).toEqual([id])
  await memory.close()
  const state = await dump(store as MemoryLevel<string, string>)
  await store.close()
  return state
}

test('the same journal and clock give the same state on both stores, byte for byte, however batches fall', async () => {
  const onDisk = new ClassicLevel<string, string>(await temporaryDirectory())
  const first = await liveThrough(new MemoryLevel<string, string>({ storeEncoding: 'utf8' }), async () => {})
  const second = await liveThrough(onDisk, () => new Promise((resolve) => setImmediate(resolve)))
  expect(first.length).toBeGreaterThan(500)
  expect(second).toEqual(first)
})
