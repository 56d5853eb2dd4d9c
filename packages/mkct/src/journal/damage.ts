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

export type FileDamage = Extract<Damage, { readonly type: 'file' }>

/** LevelDB's diary holds no memory. */
const harmlessFiles: readonly string[] = ['LOG', 'LOG.old']

/** False for what costs no memory: a cache that was rebuilt, a clock that was wrong, a file that holds none. */
export function isSerious(damage: Damage): boolean {
  if (damage.type === 'file') return damage.problem !== 'torn' && !harmlessFiles.includes(damage.name)
  return damage.type !== 'aggregate' && damage.type !== 'clock_jump'
}

type Descriptions = { readonly [Type in Damage['type']]: (damage: Extract<Damage, { type: Type }>) => string }

const descriptions: Descriptions = {
  missing: ({ from, to }) => `journal entries ${from} to ${to} are missing`,
  altered: ({ sequence }) => `journal entry ${sequence} was altered`,
  unproven: ({ sequence }) => `journal entry ${sequence} is unproven, as the link before it is gone`,
  head: () => 'the head record is damaged',
  index: ({ count, example }) => `${count} index keys are wrong, e.g. ${example}`,
  aggregate: ({ space, entity }) => `the sums of ${JSON.stringify([space, entity])} were wrong`,
  behind: ({ changes }) => `the last ${changes} changes are missing, though their receipts had settled`,
  file: ({ name, problem }) => `the file ${name} is ${problem}`,
  unreadable: ({ problem }) => problem,
  clock_jump: ({ latest, now }) => `the latest event (${latest}) lies far after now (${now})`,
}

function describeDamage<Type extends Damage['type']>(damage: Extract<Damage, { type: Type }>): string {
  return descriptions[damage.type as Type](damage)
}

/** @throws {ArtooError} `damaged_store`, with the damage as its cause. */
export function refuseDamage(damage: readonly Damage[]): void {
  if (damage.length === 0) return
  const shown = damage
    .slice(0, 5)
    .map((one) => describeDamage(one))
    .join('; ')
  const message = `The store is damaged: ${shown}. Open it with onDamage: 'report' to read what is left and to run repair().`
  throw new ArtooError('damaged_store', message, { field: 'store', cause: { damage } })
}
