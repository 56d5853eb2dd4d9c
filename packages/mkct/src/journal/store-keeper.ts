import type { Store } from '@artoo/spec'
import type { KeyRange } from '../store/key-encoding.js'
import type { Mark } from './compare-mark.js'
import type { Damage } from './damage.js'
import type { Head } from './head.js'

/** Runs a job with the store taken away from its readers. */
export type Swap = (job: () => Promise<void>) => Promise<void>

/**
 * Operations that a particular kind of store adds. All but `committed` are called with exclusive access to the store;
 * only readers may run beside them.
 */
export interface StoreKeeper {
  /** Found before the store was opened. */
  readonly damage?: readonly Damage[]
  /** The progress of the namespace that was certainly reached. */
  readonly mark?: Mark | undefined
  /** The chain is known to be sound up to this sequence number. */
  readonly checked?: number
  /** Told of every batch that is down, before its receipts settle. Must not dawdle. */
  committed?(head: Head): void
  checkFiles?(): Promise<readonly Damage[]>
  /** Replaces the default compaction. */
  compact?(swap: Swap): Promise<void>
  /** Replaces all of the store in `range` by what `fill` puts into a fresh one, or nothing when that fails. */
  rebuild?(range: KeyRange, fill: (fresh: Store) => Promise<void>, swap: Swap): Promise<void>
  /** After a failed write, of which a store may have kept a part: until it is opened again, what it takes may be lost. */
  reopen?(): Promise<void>
  /** Called last, with the final head, and whether the store is free of damage. */
  close?(head: Head, isSound: boolean): Promise<void>
}
