import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@artoo/mkct'
import { conformanceCases, type Reopen, testStore } from '@artoo/mkct/conformance'
import type { AbstractLevel } from 'abstract-level'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { describe, expect, expectTypeOf, test } from 'vitest'

describe('memory-level that stores text', () => {
  testStore({ test, open: () => new MemoryLevel<string, string>({ storeEncoding: 'utf8' }) })
})

describe('memory-level that stores bytes, with other default encodings', () => {
  const encodings = { storeEncoding: 'view', keyEncoding: 'json', valueEncoding: 'json' } as const
  testStore({ test, open: () => new MemoryLevel(encodings) as unknown as MemoryLevel })
})

describe('a sublevel of memory-level that stores buffers', () => {
  testStore({ test, open: () => new MemoryLevel<string, string>({ storeEncoding: 'buffer' }).sublevel('memory') })
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

async function expectToFail(name: string, store: MemoryLevel<string, string>, reopen?: Reopen): Promise<void> {
  const failed = conformanceCases.find((one) => one.name === name)?.run(store, reopen)
  await expect(failed).rejects.toThrow(/expected/)
}

test('a store that loses writes fails the suite', async () => {
  const lossy = replacing({ batch: () => new MemoryLevel<string, string>().batch() })
  await expectToFail('what is written is read back, and decays', lossy)
})

test('a store that writes a batch piece by piece fails the suite', async () => {
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
  await expectToFail('readers see all of a batch or nothing of it', replacing({ batch }, store))
})

test('a store that keeps what was put into a batch that failed fails the suite', async () => {
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
  const hasty = replacing({ batch }, store)
  await expectToFail('of a batch that fails nothing can be read, and the memory goes on', hasty)
})

test('a store that is not the same when it is opened again fails the suite', async () => {
  const forgetful = async () => new MemoryLevel<string, string>()
  const name = 'a store that is closed and opened again gives the same answers'
  await expectToFail(name, new MemoryLevel<string, string>(), forgetful)
})
