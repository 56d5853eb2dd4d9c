import type { Clock } from '@artoo/spec'
import type { AggregateCache } from './aggregate-cache.js'
import type { Gate } from './gate.js'
import type { Head } from './head.js'
import type { Hash } from './journal-entry.js'
import type { Keys } from './keys.js'
import type { StoreAccess } from './store.js'

/** What the parts of one open memory share. */
export interface Engine {
  readonly access: StoreAccess
  readonly keys: Keys
  readonly gate: Gate
  readonly cache: AggregateCache
  readonly hash: Hash
  readonly clock: Clock
  /** True to have every batch synced to the disk before its receipts settle. */
  readonly sync: boolean
  /** Replaced by every committed stage. */
  head: Head
}

/** The memory's time, ms: the clock's, but never behind the latest event. */
export function timeOf(engine: Engine): number {
  return Math.max(Math.floor(engine.clock.now()), engine.head.latest)
}
