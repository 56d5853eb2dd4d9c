import { ArtooError } from '@artoo/spec'
import type { Engine } from './engine.js'
import { encodeHead } from './head.js'

/**
 * Compares the head in the store with the one this memory wrote last: another writer, such as a second tab over one
 * IndexedDB, is found out before its entries are overwritten, unless both write in the same instant.
 *
 * @throws {ArtooError} `store_changed`
 */
export async function refuseOtherWriter({ access, keys, head }: Engine): Promise<void> {
  const stored = await access.get(keys.head)
  if (stored === undefined ? head.sequence === 0 : stored === encodeHead(head)) return
  throw new ArtooError(
    'store_changed',
    'Someone else has written to this store since; close this memory, open it again, and let one write at a time.',
    { field: 'store' },
  )
}
