import type { Head } from './head.js'
import type { Damage } from './integrity/damage.js'

/** What a host of a particular kind of store adds. */
export interface StoreKeeper {
  /** Found before the store was opened. */
  readonly damage?: readonly Damage[]
  /** How far the journal had come when the store was last closed in order. */
  readonly sealedHead?: Pick<Head, 'sequence' | 'link'> | undefined
  checkFiles?(): Promise<readonly Damage[]>
  repaired?(): Promise<void>
  /** Replaces the default compaction. Called with the store to itself. */
  compact?(): Promise<boolean>
  /** Called last, with the final head. */
  close?(head: Head): Promise<void>
}
