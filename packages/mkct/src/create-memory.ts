import { assembleMemory } from './assemble-memory.js'
import type { Memory } from './memory.js'
import type { MemoryOptions } from './memory-options.js'

/** Opens a memory over any abstract-level store; the store opens in the background, and every call waits for it. */
export function createMemory(options: MemoryOptions = {}): Memory {
  return assembleMemory(options)
}
