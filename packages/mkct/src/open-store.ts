import { ArtooError } from '@artoo/spec'
import { compactErased } from './compact-erased.js'
import { clockJump, type Engine } from './engine.js'
import { decodeHead, emptyHead } from './head.js'
import { compareWithMark } from './integrity/compare-mark.js'
import { type Damage, isSerious } from './integrity/damage.js'
import { damageFrom } from './integrity/journal-check.js'
import type { MemoryOptions } from './memory-options.js'
import type { StoreKeeper } from './store-keeper.js'

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
  if (erasing !== undefined && engine.damage.length === 0) await compactErased(engine).catch(onProblem)
  return damage
}

/** What `job` gives; what it can't read becomes damage, of which the first is told. */
async function orDamage<T>(job: Promise<T>, otherwise: T, unread: Damage[]): Promise<T> {
  try {
    return await job
  } catch (error) {
    if (!ArtooError.isInstance(error) || error.code !== 'store_damaged') throw error
    unread.push({ type: 'unreadable', problem: error.message })
    return otherwise
  }
}
