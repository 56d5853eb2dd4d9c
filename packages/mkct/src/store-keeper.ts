import type { Head } from './head.js'
import type { Mark } from './integrity/compare-mark.js'
import type { Damage } from './integrity/damage.js'

/** What a host of a particular kind of store adds. */
export interface StoreKeeper {
  /** Found before the store was opened. */
  readonly damage?: readonly Damage[]
  /** How far the namespace had come for certain. */
  readonly mark?: Mark | undefined
  /** Told of every batch that is down, before its receipts settle. Must not dawdle. */
  committed?(head: Head): void
  checkFiles?(): Promise<readonly Damage[]>
  repaired?(head: Head): Promise<void>
  /** Replaces the default compaction. Called with the store to itself. */
  compact?(): Promise<boolean>
  /** Called last, with the final head. */
  close?(head: Head): Promise<void>
}
