import { ArtooError } from '@artoo/spec'

/** One thing that is wrong with a store. Plain JSON. */
export type Damage =
  /** Journal entries that are gone. */
  | { readonly type: 'missing'; readonly from: number; readonly to: number }
  /** A journal entry that is unreadable, or not what the hash chain says it was. */
  | { readonly type: 'altered'; readonly sequence: number }
  /** A journal entry whose text nothing proves, since the link before it is gone. */
  | { readonly type: 'unproven'; readonly sequence: number }
  /** The head record is unreadable, or disagrees with the journal. */
  | { readonly type: 'head' }
  /** Index keys that are missing, wrong or belong to no record. */
  | { readonly type: 'index'; readonly count: number; readonly example: string }
  /** A pair's running sums differ from the direct sum. Rebuilt, not refused. */
  | { readonly type: 'aggregate'; readonly space: string; readonly entity: string }
  /** The last changes are gone, though their receipts had settled. */
  | { readonly type: 'behind'; readonly changes: number }
  /**
   * A file of the store that differs from what was closed or written (`@artoo/mkct/node`). `torn`: it ends or changes in the
   * middle of something, as a power cut can leave it, and all that was promised is there.
   */
  | { readonly type: 'file'; readonly name: string; readonly problem: 'missing' | 'altered' | 'unreadable' | 'torn' }
  /** The store can't read a part of its own data. */
  | { readonly type: 'unreadable'; readonly problem: string }
  /** The memory's latest event is far ahead of the clock, and so far from all before it that the clock is believed. */
  | { readonly type: 'clock_jump'; readonly latest: number; readonly now: number }

/** Files that hold no memory: LevelDB's diary, and who had the store open. */
const harmlessFiles: readonly string[] = ['LOG', 'LOG.old', 'artoo-holder.json']

/** False for what costs no memory: a cache that was rebuilt, a clock that was wrong, a file that holds none. */
export function isSerious(damage: Damage): boolean {
  if (damage.type === 'file') return damage.problem !== 'torn' && !harmlessFiles.includes(damage.name)
  return damage.type !== 'aggregate' && damage.type !== 'clock_jump'
}

function describeDamage(damage: Damage): string {
  switch (damage.type) {
    case 'missing':
      return `journal entries ${damage.from} to ${damage.to} are missing`
    case 'altered':
      return `journal entry ${damage.sequence} was altered`
    case 'unproven':
      return `journal entry ${damage.sequence} is unproven, as the link before it is gone`
    case 'head':
      return 'the head record is damaged'
    case 'index':
      return `${damage.count} index keys are wrong, e.g. ${damage.example}`
    case 'aggregate':
      return `the sums of ${JSON.stringify([damage.space, damage.entity])} were wrong`
    case 'behind':
      return `the last ${damage.changes} changes are missing, though their receipts had settled`
    case 'file':
      return `the file ${damage.name} is ${damage.problem}`
    case 'unreadable':
      return damage.problem
    case 'clock_jump':
      return `the latest event (${damage.latest}) lies far after now (${damage.now})`
    default: {
      const unknown: never = damage
      return String(unknown)
    }
  }
}

/** @throws {ArtooError} `store_damaged`, with the damage as its cause. */
export function refuseDamage(damage: readonly Damage[]): void {
  if (damage.length === 0) return
  const shown = damage.slice(0, 5).map(describeDamage).join('; ')
  const message = `The store is damaged: ${shown}. Open it with onDamage: 'report' to read what is left and to run repair().`
  throw new ArtooError('store_damaged', message, { field: 'store', cause: { damage } })
}
