import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@artoo/mkct'
import { conformanceCases, type Reopen, testStore } from '@artoo/mkct/conformance'
import type { AbstractLevel } from 'abstract-level'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { describe, expect, expectTypeOf, test } from 'vitest'

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
    reopen: async (store) => {
      await store.close()
      if (!(store instanceof ClassicLevel)) throw new Error('No store of ours.')
      return new ClassicLevel<string, string>(store.location)
    },
    close: async (store) => {
      await store.close()
      if (store instanceof ClassicLevel) await rm(store.location, { recursive: true })
    },
  })
})

test('a store may keep text, bytes or both', () => {
  expectTypeOf<AbstractLevel<string, string, string>>().toExtend<Store>()
  expectTypeOf<AbstractLevel<Uint8Array, string, string>>().toExtend<Store>()
  expectTypeOf<AbstractLevel<string | Uint8Array, string, string>>().toExtend<Store>()
})

/** A store of which some functions are others. */
function replacing(functions: object, store = new MemoryLevel<string, string>()): MemoryLevel<string, string> {
  return new Proxy(store, {
    get(target, property) {
      const value: unknown = Reflect.get(property in functions ? functions : target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function failures(open: () => MemoryLevel<string, string>, reopen?: Reopen): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of conformanceCases) await run(open(), reopen).catch(() => failed.push(name))
  return failed
}

test('a store that loses writes fails the suite', async () => {
  const lossy = () => replacing({ batch: () => new MemoryLevel<string, string>().batch() })
  expect(await failures(lossy)).toContain('what is written is read back, and decays')
})

test('a store that writes a batch piece by piece fails the suite', async () => {
  const piecemeal = () => {
    const store = new MemoryLevel<string, string>()
    const batch = () => {
      const puts: [string, string][] = []
      return {
        put: (key: string, value: string) => void puts.push([key, value]),
        async write() {
          for (const [key, value] of puts) await store.put(key, value)
        },
      }
    }
    return replacing({ batch }, store)
  }
  expect(await failures(piecemeal)).toContain('readers see all of a batch or nothing of it')
})

test('a store that keeps what was put into a batch that failed fails the suite', async () => {
  const hasty = () => {
    const store = new MemoryLevel<string, string>()
    const batch = () => {
      const chained = store.batch()
      const put = chained.put.bind(chained)
      chained.put = (key: string, value: string) => {
        void store.put(key, value)
        return put(key, value)
      }
      return chained
    }
    return replacing({ batch }, store)
  }
  expect(await failures(hasty)).toContain('of a batch that fails nothing can be read, and the memory goes on')
})

test('a store that is not the same when it is opened again fails the suite', async () => {
  const forgetful = async () => new MemoryLevel<string, string>()
  const open = () => new MemoryLevel<string, string>()
  expect(await failures(open, forgetful)).toContain('a store that is closed and opened again gives the same answers')
})
