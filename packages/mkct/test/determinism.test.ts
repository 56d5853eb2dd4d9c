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
    memory.write({ space: 'tool:shell', entity, state: index % 3 ? 'abandon' : 'refine', content: `try ${index} 🙂` })
    if (index % 50 === 0) await pause()
    clock.advance(3_600_000)
  }
  memory.remember({ space: 'tool:shell', entity: 'path:/資料/1', content: 'fact', subject: 'bob' })
  await memory.dream({ distill: async ({ entity }) => `never touch ${entity}` })
  await memory.consult({ pairs: [], spaces: ['tool:shell'] })
  await memory.forget({ space: 'tool:shell', entity: 'path:/資料/2' })
  clock.advance(86_400_000)
  await memory.dream()
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
