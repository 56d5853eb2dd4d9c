import { ArtooError, assertOptions, type Clock, countOption, type IdGenerator, type Store } from '@artoo/spec'

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
  /**
   * Episodes and facts that are kept; when there are more, those that have decayed most are forgotten. Rules stay and don't count.
   *
   * @defaultValue 10_000 (some 30 MB) without a store, which would fill the process; with one unlimited
   */
  readonly maxMegrams?: number
  /** Memory that the text of waiting writes may take; one more is refused. @defaultValue 67_108_864 (64 MiB) */
  readonly queueBytes?: number
  /**
   * The part of the journal that is checked on opening: the last thousand entries (after a crash, those since the store
   * was sealed), or all. @defaultValue 'tail'
   */
  readonly check?: 'tail' | 'full'
  /** 'report' opens a damaged store for reading, so that `repair()` can be run. @defaultValue 'refuse' */
  readonly onDamage?: 'refuse' | 'report'
  /**
   * Told of every write that was refused or failed, of background marks that failed, and of a compaction, owed by an
   * earlier `forget()`, that failed on opening. What it throws itself is dropped: receipts and `queue` say the same of writes.
   */
  readonly onProblem?: (error: unknown) => void
}

const counts = ['queueLimit', 'queueBytes', 'maxMegrams'] as const
const choices = { durability: ['process', 'power'], check: ['tail', 'full'], onDamage: ['refuse', 'report'] } as const
const others = ['store', 'clock', 'ids', 'namespace', 'onProblem'] as const satisfies (keyof MemoryOptions)[]
export const optionNames: readonly string[] = [...counts, ...Object.keys(choices), ...others]

/**
 * The options with their defaults; `accepted` are the names that `of` takes.
 *
 * @throws {ArtooError} `invalid_option`, naming the option.
 */
export function resolveOptions(options: MemoryOptions, of = 'createMemory', accepted: readonly string[] = optionNames) {
  assertOptions(options, accepted, { of })
  const { namespace = 'default', durability = 'process', check = 'tail', onDamage = 'refuse' } = options
  const { queueLimit = 10_000, queueBytes = 2 ** 26, store } = options
  const { maxMegrams = store ? Number.MAX_SAFE_INTEGER : 10_000 } = options
  checkText('namespace', namespace)
  const resolved = { namespace, queueLimit, queueBytes, maxMegrams, durability, check, onDamage }
  for (const field of counts) countOption(field, resolved[field], 1)
  for (const [field, known] of Object.entries(choices)) {
    const choice = resolved[field as keyof typeof choices]
    if (known.every((other) => other !== choice)) {
      throw invalid(field, `is ${JSON.stringify(choice)}; give one of ${known.join(', ')}`)
    }
  }
  return resolved
}

/** @throws {ArtooError} `invalid_option` */
export function checkText(field: string, value: unknown): void {
  if (typeof value === 'string' && value !== '' && value.isWellFormed()) return
  throw invalid(field, 'must be a string of well-formed text that is not empty')
}

const invalid = (field: string, problem: string) => new ArtooError('invalid_option', `${field} ${problem}.`, { field })
