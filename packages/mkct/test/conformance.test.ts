import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@artoo/mkct'
import { conformanceCases, testStore } from '@artoo/mkct/conformance'
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

async function failures(open: () => MemoryLevel<string, string>): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of conformanceCases) await run(open()).catch(() => failed.push(name))
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

test('a store that clears nothing, or too much, fails the suite', async () => {
  const idle = () => replacing({ clear: async () => undefined })
  expect(await failures(idle)).toEqual(['clearing a range takes what is in it and nothing else'])
  const greedy = () => {
    const store = new MemoryLevel<string, string>()
    return replacing({ clear: () => store.clear() }, store)
  }
  expect(await failures(greedy)).toEqual(['clearing a range takes what is in it and nothing else'])
})
