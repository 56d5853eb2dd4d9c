import type { Engine } from './engine.js'
import { decodeHead, emptyHead, type Head } from './head.js'
import { rebuildAggregates } from './integrity/aggregate-check.js'
import { checkOpening, type OpeningCheck } from './integrity/check-opening.js'
import { type Damage, isSerious } from './integrity/damage.js'
import type { StoreKeeper } from './store-keeper.js'

/**
 * Opens the store, reads the head and checks what `check` asks for. A wrong aggregate has all of them rebuilt. Other
 * damage is left in `engine.damage`.
 *
 * @throws {ArtooError} `schema_unsupported`
 */
export async function openStore(
  engine: Engine,
  check: OpeningCheck,
  { damage: found = [], sealedHead }: StoreKeeper,
): Promise<readonly Damage[]> {
  const { store, access, keys } = engine
  await store.open()
  const value = await access.get(keys.head)
  const head = value === undefined ? null : decodeHead(value)
  engine.head = head ?? (await headFromJournal(engine))
  const headless: readonly Damage[] = head || engine.head.sequence === 0 ? [] : [{ type: 'head' }]
  const sealed = sealedHead?.sequence ?? 0
  const cut: readonly Damage[] =
    sealed > engine.head.sequence ? [{ type: 'missing', from: engine.head.sequence + 1, to: sealed }] : []
  const damage = [...found, ...headless, ...cut, ...(await checkOpening(engine, check))]
  engine.damage = damage.filter(isSerious)
  const sumsAreOff = damage.some(({ type }) => type === 'aggregate')
  if (sumsAreOff && engine.damage.length === 0) await rebuildAggregates(engine)
  return damage
}

async function headFromJournal({ access, keys }: Engine): Promise<Head> {
  const [last] = await access.page(keys.table('e'), { limit: 1, reverse: true })
  return last ? { ...emptyHead, sequence: keys.lastNumber(last[0]), link: last[1].slice(0, 64) } : emptyHead
}
