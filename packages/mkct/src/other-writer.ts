import { ArtooError } from '@artoo/spec'
import type { Engine } from './engine.js'
import { decodeHead, encodeHead } from './head.js'

/**
 * Compares the head in the store with the one this memory wrote last: another writer, such as a second tab over one
 * IndexedDB, is found out before its entries are overwritten, unless both write in the same instant.
 *
 * @throws {ArtooError} `store_changed`
 */
export async function refuseOtherWriter(engine: Engine): Promise<void> {
  if (!isOwn(engine, await storedHead(engine))) throw storeChanged()
}

/**
 * The same for what checks and repairs: a head that is gone or unreadable is damage, for which false is returned, and
 * damage that is known already explains any difference.
 *
 * @throws {ArtooError} `store_changed`
 */
export async function hasSoundHead(engine: Engine): Promise<boolean> {
  if (engine.damage.length > 0) return true
  const stored = await storedHead(engine)
  if (isOwn(engine, stored)) return true
  if (stored === undefined || !decodeHead(stored)) return false
  throw storeChanged()
}

function storedHead({ access, keys }: Engine): Promise<string | undefined> {
  return access.get(keys.head)
}

function isOwn({ head }: Engine, stored: string | undefined): boolean {
  return stored === undefined ? head.sequence === 0 : stored === encodeHead(head)
}

function storeChanged(): ArtooError {
  return new ArtooError(
    'store_changed',
    'Someone else has written to this store since; close this memory, open it again, and let one write at a time.',
    { field: 'store' },
  )
}
