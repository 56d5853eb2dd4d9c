import type { Store } from '@artoo/spec'
import { type ManualClock, manualClock, sequentialIds } from '@artoo/spec/testing'
import { createMemory } from '../memory/create-memory.js'
import type { Memory } from '../memory/memory.js'
import type { MemoryOptions } from '../memory/memory-options.js'

/** A promise that the memory keeps on every store that passes. */
export interface ConformanceCase {
  readonly name: string
  /** Rejects when the store breaks the promise. `reopen` is what `ConformanceOptions` says. */
  run(store: Store, reopen?: Reopen): Promise<void>
}

/** Closes a store and gives it back as it is found on opening it again: the same object, or another at its place. */
export type Reopen = (store: Store) => Promise<Store>

export const closeAndOpen: Reopen = async (store) => {
  await store.close()
  await store.open()
  return store
}

export interface Scene {
  readonly store: Store
  readonly clock: ManualClock
  /** Opens a memory over the store; it is closed at the end. */
  open(options?: MemoryOptions): Memory
  /** Closes the memories and the store, and finds the store again. */
  reopen(): Promise<void>
}

/** The body of each case, by the case's name. */
export type Scenes = Readonly<Record<string, (scene: Scene) => Promise<void>>>

export function casesOf(scenes: Scenes): readonly ConformanceCase[] {
  return Object.entries(scenes).map(([name, play]) => ({
    name,
    async run(store, reopen = closeAndOpen) {
      const clock = manualClock(start)
      const ids = sequentialIds('m')
      const memories: Memory[] = []
      const closeAll = () => Promise.all(memories.map((memory) => memory.close()))
      const scene = {
        store,
        clock,
        open(options: MemoryOptions = {}) {
          const memory = createMemory({ store: scene.store, clock, ids, ...options })
          memories.push(memory)
          return memory
        },
        async reopen() {
          await closeAll()
          scene.store = await reopen(scene.store)
        },
      }
      await play(scene).finally(closeAll)
    },
  }))
}

export const day = 86_400_000
const start = 1_700_000_000_000
export const success = { state: 'success', content: 'it worked' } as const
