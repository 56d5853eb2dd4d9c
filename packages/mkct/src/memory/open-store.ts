import { ArtooError } from '@artoo/spec'
import { purgeErased } from '../forget/purge-erased.js'
import { damageFrom } from '../integrity/journal-check.js'
import { compareWithMark } from '../journal/compare-mark.js'
import { type Damage, isSerious } from '../journal/damage.js'
import { clockJump, type Engine } from '../journal/engine.js'
import { decodeHead, emptyHead } from '../journal/head.js'
import type { StoreKeeper } from '../journal/store-keeper.js'
import type { MemoryOptions } from './memory-options.js'

/** So many entries are checked on opening. */
const tail = 1000

/**
 * Opens the store, reads the head and checks what `check` asks for. Damage is left in `engine.damage`. A compaction that a
 * crash cut off from its forgetting is made good; if it fails, `onProblem` is told, and the next opening or forgetting tries
 * again.
 *
 * @throws {ArtooError} `schema_unsupported`
 */
export async function openStore(
  engine: Engine,
  check: MemoryOptions['check'],
  { damage: found = [], mark, checked = Number.POSITIVE_INFINITY }: StoreKeeper,
  onProblem: (error: unknown) => void,
): Promise<readonly Damage[]> {
  await engine.open()
  const { access, keys } = engine
  const unread: Damage[] = []
  const [value, erasing] = await orDamage(access.getMany([keys.head, keys.erasing]), [], unread)
  const head = value === undefined ? null : decodeHead(value)
  const isLost = !head && (await orDamage(access.page(keys.table('e'), { limit: 1 }), [], unread)).length > 0
  const compared = compareWithMark(head ?? emptyHead, mark, isLost)
  engine.head = compared.head
  const start = check === 'full' ? 1 : Math.min(checked, engine.head.sequence - tail + 1)
  const wrong = await orDamage(damageFrom(engine, Math.max(1, start)), [], unread)
  const damage = [...found, ...compared.damage, ...wrong, ...unread.slice(0, 1)]
  const jump = clockJump(engine)
  if (jump) damage.push(jump)
  engine.damage = damage.filter(isSerious)
  if (erasing !== undefined && engine.damage.length === 0) await purgeErased(engine).catch(onProblem)
  return damage
}

/** Resolves to the result of `job`. If the store can't be read, adds to `unread` and resolves to `otherwise`. */
async function orDamage<T>(job: Promise<T>, otherwise: T, unread: Damage[]): Promise<T> {
  try {
    return await job
  } catch (error) {
    if (!ArtooError.isInstance(error) || error.code !== 'damaged_store') throw error
    unread.push({ type: 'unreadable', problem: error.message })
    return otherwise
  }
}
