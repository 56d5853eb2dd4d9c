import { ArtooError } from '@artoo/spec'
import type { Engine } from './engine.js'
import { decodeHead, encodeHead } from './head.js'

/**
 * Compares the head in the store with the one this memory wrote last: another writer, such as a second tab over one
 * IndexedDB, is found out before its entries are overwritten, unless both write in the same instant. A head that is gone or
 * unreadable is damage, for which false is returned; and damage that is known already explains any difference.
 *
 * @throws {ArtooError} `store_changed`
 */
export async function hasSoundHead({ access, keys, head, damage }: Engine): Promise<boolean> {
  if (damage.length > 0) return true
  const stored = await access.get(keys.head)
  if (stored === undefined ? head.sequence === 0 : stored === encodeHead(head)) return true
  if (stored === undefined || !decodeHead(stored)) return false
  throw storeChanged()
}

/** The same for who is about to write: a head that isn't the own one is reason enough not to. */
export async function refuseOtherWriter(engine: Engine): Promise<void> {
  if (!(await hasSoundHead(engine))) throw storeChanged()
}

function storeChanged(): ArtooError {
  const message =
    'Someone else has written to this store since; close this memory, open it again, and let one write at a time.'
  return new ArtooError('store_changed', message, { field: 'store' })
}
