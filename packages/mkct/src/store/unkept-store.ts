import type { Store } from '@artoo/spec'
import type { KeyRange } from './key-encoding.js'
import { createStoreAccess, type StoreAccess, type StoreChange } from './store.js'

/** Loaded when it is needed: who gives a store of their own never pays for this one. */
export async function memoryStore(): Promise<Store> {
  const { MemoryLevel } = await import('memory-level')
  return new MemoryLevel<string, string>({ storeEncoding: 'utf8' })
}

/** Asks a store that offers it (classic-level) to rewrite a range. One without files to rewrite has nothing to do. */
export async function compactStore(store: Store, { gte, lt }: KeyRange): Promise<boolean> {
  if ('compactRange' in store && typeof store.compactRange === 'function') {
    await store.compactRange(gte, lt, { keyEncoding: 'utf8' })
    return true
  }
  return !store.supports.permanence
}

/** Replaces what a store holds in `range` by what `fill` puts into a fresh one: in one batch, so all of it or nothing. */
export async function rebuildInPlace(
  access: StoreAccess,
  range: KeyRange,
  fill: (fresh: Store) => Promise<void>,
): Promise<void> {
  const fresh = await memoryStore()
  await fill(fresh)
  await access.write(replacing(access, createStoreAccess(fresh), range), true)
}

async function* replacing(old: StoreAccess, fresh: StoreAccess, range: KeyRange): AsyncGenerator<StoreChange> {
  for await (const entries of old.readable(range)) for (const [key] of entries) yield [key, null]
  for await (const entries of fresh.pages(range)) yield* entries
}
