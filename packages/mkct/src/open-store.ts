import type { Engine } from './engine.js'
import { compactErased } from './forget.js'
import { decodeHead, emptyHead, type Head } from './head.js'
import { rebuildAggregates } from './integrity/aggregate-check.js'
import { checkOpening, type OpeningCheck } from './integrity/check-opening.js'
import { compareWithMark, withoutHead } from './integrity/compare-mark.js'
import { type Damage, isSerious } from './integrity/damage.js'
import type { StoreKeeper } from './store-keeper.js'

/**
 * Opens the store, reads the head and checks what `check` asks for. A wrong aggregate has all of them rebuilt. Other
 * damage is left in `engine.damage`. A compaction that a crash cut off from its forgetting is made good; if it fails, that is
 * told to `onProblem`, and the next opening or forgetting tries again.
 *
 * @throws {ArtooError} `schema_unsupported`
 */
export async function openStore(
  engine: Engine,
  check: OpeningCheck,
  { damage: found = [], mark }: StoreKeeper,
  onProblem: (error: unknown) => void,
): Promise<readonly Damage[]> {
  const { store, access, keys } = engine
  await store.open()
  const [value, erasing, repairing] = await access.getMany([keys.head, keys.erasing, keys.repairing])
  const head = value === undefined ? null : decodeHead(value)
  const derived = head ?? (await headFromJournal(engine))
  const headless = !head && derived.sequence > 0
  const compared = headless ? withoutHead(derived, mark) : compareWithMark(derived, mark)
  engine.head = compared.head
  const unrepaired: readonly Damage[] = repairing === undefined ? [] : [{ type: 'repair' }]
  const damage = [...found, ...unrepaired, ...compared.damage, ...(await checkOpening(engine, check))]
  engine.damage = damage.filter(isSerious)
  const sumsAreOff = damage.some(({ type }) => type === 'aggregate')
  if (sumsAreOff && engine.damage.length === 0) await rebuildAggregates(engine)
  if (erasing !== undefined && engine.damage.length === 0) await compactErased(engine).catch(onProblem)
  return damage
}

async function headFromJournal({ access, keys }: Engine): Promise<Head> {
  const [last] = await access.page(keys.table('e'), { limit: 1, reverse: true })
  return last ? { ...emptyHead, sequence: keys.lastNumber(last[0]), link: last[1].slice(0, 64) } : emptyHead
}
