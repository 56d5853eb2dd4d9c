import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { createMemory } from '../create-memory.js'
import type { Memory } from '../memory.js'
import type { MemoryOptions } from '../memory-options.js'
import type { Store } from '../store.js'

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

export const day = 86_400_000
export const start = 1_700_000_000_000
export const success = { state: 'success', content: 'it worked' } as const

/** A memory with its own clock and ids, unless `options` give others. */
export async function withMemory(options: MemoryOptions, use: (memory: Memory) => Promise<void>): Promise<void> {
  const memory = createMemory({ clock: manualClock(start), ids: sequentialIds('m'), ...options })
  try {
    await use(memory)
  } finally {
    await memory.close()
  }
}
