import type { Clock, IdGenerator } from '@artoo/spec'
import type { OpeningCheck } from './integrity/check-opening.js'
import type { Store } from './store.js'

export interface MemoryOptions {
  /** Any abstract-level store; it stays open when the memory closes. @defaultValue a new memory-level store */
  readonly store?: Store
  /** @defaultValue systemClock() */
  readonly clock?: Clock
  /**
   * Must not repeat itself, also across restarts over one store. An id is a string like a tag: not empty, well-formed, at
   * most 8,192 characters; another makes `write` throw `invalid_megram`, field `ids`. @defaultValue random UUIDs
   */
  readonly ids?: IdGenerator
  /** Tenant. Two namespaces of a store share nothing. @defaultValue 'default' */
  readonly namespace?: string
  /** 'power' syncs every batch to the disk before its receipts settle. @defaultValue 'process' */
  readonly durability?: 'process' | 'power'
  /** Writes that may wait; one more is refused. @defaultValue 10_000 */
  readonly queueLimit?: number
  /** Memory that the text of waiting writes may take; one more is refused. @defaultValue 67_108_864 (64 MiB) */
  readonly queueBytes?: number
  /** Pairs whose sums are kept in memory. @defaultValue 10_000 */
  readonly cacheSize?: number
  /** How much of the journal is checked on opening. @defaultValue 'tail' */
  readonly check?: OpeningCheck
  /** 'report' opens a damaged store for reading, so that `repair()` can be run. @defaultValue 'refuse' */
  readonly onDamage?: 'refuse' | 'report'
  /** SHA-256 of a string's UTF-8 bytes as lower-case hexadecimal. @defaultValue one in plain JavaScript */
  readonly sha256?: (text: string) => string
  /**
   * Told of every write that was refused or failed, of background marks that failed, and of a compaction, owed by an
   * earlier `forget()`, that failed on opening. What it throws itself is dropped: receipts and `queue` say the same of writes.
   */
  readonly onProblem?: (error: unknown) => void
}
