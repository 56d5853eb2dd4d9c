import { ArtooError, type Clock, type IdGenerator, type Store } from '@artoo/spec'
import type { Gate } from '../async/gate.js'
import type { Keys } from '../store/keys.js'
import type { StoreAccess } from '../store/store.js'
import type { Damage } from './damage.js'
import { type Head, hasLeapt } from './head.js'
import type { Hash } from './journal-entry.js'

/** A batch whose writing failed, and of which nobody knows yet whether it is down. */
interface Doubt {
  readonly head: Head
  settle(isDown: boolean): void
  giveUp(error: ArtooError): void
}

/** State and services that the parts of one open memory share. */
export interface Engine {
  /** Opens the store; until then there is no access to it. */
  readonly open: () => Promise<void>
  access: StoreAccess
  readonly keys: Keys
  readonly gate: Gate
  readonly hash: Hash
  readonly clock: Clock
  readonly ids: IdGenerator
  /** True when `ids` can't repeat itself, so that nothing has to be looked up. */
  readonly uniqueIds: boolean
  /** True to have every batch synced to the disk before its receipts settle. */
  readonly sync: boolean
  /** Makes what was deleted vanish from the store's files; called inside `gate.exclusive`. False: the store can't. */
  readonly compact: () => Promise<boolean>
  /** Replaces the namespace by what `fill` puts into a fresh store, or nothing; called inside `gate.exclusive`. */
  readonly rebuild: (fill: (fresh: Store) => Promise<void>) => Promise<void>
  /** Called with every head that a batch has put down. Doesn't throw. */
  readonly committed: (head: Head) => void
  /** Serious damage found on opening: nothing may be written until it is repaired. */
  damage: readonly Damage[]
  /** True while the memory closes: a batch still in doubt is then given up. */
  closing: boolean
  /** From then on nothing may be written: the store may have another owner. */
  closed: boolean
  /** Replaced by every committed stage. */
  head: Head
  inDoubt: Doubt | null
  /** To be told what keeps a batch in doubt. */
  readonly awaitingWrites: Set<(error: unknown) => void>
}

const latestTime = 8.64e15

/**
 * The memory's time, ms: the clock's, but never behind the latest event, unless that lies so far ahead that the clock must
 * have been wrong when it happened.
 *
 * @throws {ArtooError} `invalid_clock` when the clock gives no time.
 */
export function timeOf({ clock, head }: Pick<Engine, 'clock' | 'head'>): number {
  const now = Math.floor(clock.now())
  if (Number.isFinite(now) && now <= latestTime) return Math.max(now, hasLeapt(head, now) ? head.steady : head.latest)
  const message = `The clock gives ${now}; it must give ms since the Unix epoch.`
  throw new ArtooError('invalid_clock', message, { field: 'clock' })
}

/** A report of a clock that was wrong; null when it was not. */
export function clockJump({ clock, head }: Engine): Extract<Damage, { readonly type: 'clock_jump' }> | null {
  const now = clock.now()
  return hasLeapt(head, now) ? { type: 'clock_jump', latest: head.latest, now } : null
}
