import { ArtooError, type Clock, type IdGenerator } from '@artoo/spec'
import type { AggregateCache } from './aggregate-cache.js'
import type { Gate } from './gate.js'
import type { Head } from './head.js'
import type { Damage } from './integrity/damage.js'
import type { Hash } from './journal-entry.js'
import type { Keys } from './keys.js'
import type { Store, StoreAccess } from './store.js'

/** What the parts of one open memory share. */
export interface Engine {
  readonly store: Store
  readonly access: StoreAccess
  readonly keys: Keys
  readonly gate: Gate
  readonly cache: AggregateCache
  readonly hash: Hash
  readonly clock: Clock
  readonly ids: IdGenerator
  /** True when `ids` can't repeat itself, so that nothing has to be looked up. */
  readonly uniqueIds: boolean
  /** True to have every batch synced to the disk before its receipts settle. */
  readonly sync: boolean
  /** Makes what was deleted vanish from the store's files; called inside `gate.exclusive`. False: the store can't. */
  readonly compact: () => Promise<boolean>
  /** Called with every head that a batch has put down. */
  readonly committed: (head: Head) => void
  /** Serious damage found on opening: nothing may be written until it is repaired. */
  damage: readonly Damage[]
  /** From then on nothing may be written: the store may have another owner. */
  closed: boolean
  /** Replaced by every committed stage. */
  head: Head
  /** Of a batch that failed, and of which nobody knows whether it is down. */
  inDoubt: Head | null
}

const latestTime = 8.64e15

/**
 * The memory's time, ms: the clock's, but never behind the latest event.
 *
 * @throws {ArtooError} `invalid_clock` when the clock gives no time.
 */
export function timeOf({ clock, head }: Engine): number {
  const now = clock.now()
  if (Number.isFinite(now) && now <= latestTime) return Math.max(Math.floor(now), head.latest)
  throw new ArtooError('invalid_clock', `The clock gives ${now}; it must give ms since the Unix epoch.`, {
    field: 'clock',
  })
}
