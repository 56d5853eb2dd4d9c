import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conformanceCases, testStore } from '@artoo/mkct/conformance'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { describe, expect, test } from 'vitest'

for (const storeEncoding of ['utf8', 'buffer', 'view'] as const) {
  describe(`memory-level that stores ${storeEncoding}`, () => {
    testStore({ test, open: () => new MemoryLevel<string, string>({ storeEncoding }) })
  })
}

describe('memory-level with other default encodings', () => {
  testStore({
    test,
    open: () => new MemoryLevel({ keyEncoding: 'json', valueEncoding: 'json' }) as unknown as MemoryLevel,
  })
})

describe('a sublevel', () => {
  testStore({ test, open: () => new MemoryLevel<string, string>().sublevel('memory') })
})

describe('classic-level', () => {
  testStore({
    test,
    open: async () => new ClassicLevel<string, string>(await mkdtemp(join(tmpdir(), 'mkct-'))),
    close: async (store) => {
      await store.close()
      if (store instanceof ClassicLevel) await rm(store.location, { recursive: true })
    },
  })
})

test('a store that loses writes fails the suite', async () => {
  const store = new MemoryLevel<string, string>()
  const [first] = conformanceCases
  const lossy = new Proxy(store, {
    get(target, property) {
      if (property === 'batch') return () => new MemoryLevel<string, string>().batch()
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await expect(first?.run(lossy)).rejects.toThrow()
})
