/// <reference types="node" />
import { mkdir } from 'node:fs/promises'
import { ClassicLevel } from 'classic-level'
import { createMemory, type MemoryOptions } from '../create-memory.js'
import type { Memory } from '../memory.js'

export interface OpenMemoryOptions extends Omit<MemoryOptions, 'store'> {
  /** Directory of the store; made if missing. */
  readonly path: string
}

/** Opens a memory on disk. */
export async function openMemory({ path, ...options }: OpenMemoryOptions): Promise<Memory> {
  await mkdir(path, { recursive: true })
  const store = new ClassicLevel<string, string>(path)
  await store.open()
  const memory = createMemory({ ...options, store })
  return {
    ...memory,
    get queue() {
      return memory.queue
    },
    async close() {
      await memory.close()
      await store.close()
    },
  }
}
