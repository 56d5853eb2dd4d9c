import { MemoryLevel } from 'memory-level'
import type { KeyRange } from './key-encoding.js'
import { createStoreAccess, type Store, type StoreAccess } from './store.js'

/** Replaces what a store holds in `range` by what `fill` puts into a fresh one: in one batch, so all of it or nothing. */
export async function rebuildInPlace(
  { batch, readable }: StoreAccess,
  range: KeyRange,
  fill: (fresh: Store) => Promise<void>,
): Promise<void> {
  const fresh = new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
  await fill(fresh)
  const changes = batch()
  try {
    for await (const entries of readable(range)) for (const [key] of entries) changes.del(key)
    for await (const entries of createStoreAccess(fresh).pages(range)) {
      for (const [key, value] of entries) changes.put(key, value)
    }
    await changes.write(true)
  } catch (error) {
    await changes.discard()
    throw error
  }
}
