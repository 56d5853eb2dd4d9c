import type { KeyRange } from './key-encoding.js'
import type { Store } from './store.js'

/** Asks a store that offers it (classic-level) to rewrite a range. One without files to rewrite has nothing to do. */
export async function compactStore(store: Store, { gte, lt }: KeyRange): Promise<boolean> {
  if ('compactRange' in store && typeof store.compactRange === 'function') {
    await store.compactRange(gte, lt, { keyEncoding: 'utf8' })
    return true
  }
  return !store.supports.permanence
}
