import { ArtooError } from '@artoo/spec'
import { loadAggregates, recompute } from '../aggregates.js'
import type { Pair } from '../consultation.js'
import type { Engine } from '../engine.js'
import { sameAggregate } from './compare-aggregates.js'
import type { Damage } from './damage.js'
import { checkJournal } from './journal-check.js'

/** 'tail' checks the last thousand journal entries, after a crash those since the store was sealed; 'full' all. */
export type OpeningCheck = 'tail' | 'full'

const tail = 1000
const samples = 8
const largestSample = 2000

/** Schema, contiguity, chain and head; then the sums of the pairs that were written to last. */
export async function checkOpening(
  engine: Engine,
  check: OpeningCheck,
  checked = Number.POSITIVE_INFINITY,
): Promise<readonly Damage[]> {
  const { head, keys } = engine
  const start = check === 'full' ? 1 : Math.max(1, Math.min(checked, head.sequence - tail + 1))
  const damage: Damage[] = []
  const latest = new Map<string, Pair>()
  for await (const { entry, sound } of checkJournal(engine, start, damage)) {
    if (!sound || entry?.type !== 'megram') continue
    const pair = keys.aggregate(entry.megram.space, entry.megram.entity)
    latest.delete(pair)
    latest.set(pair, entry.megram)
    const [oldest] = latest.keys()
    if (latest.size > samples && oldest !== undefined) latest.delete(oldest)
  }
  const sums = await Promise.all([...latest.values()].map((pair) => checkPair(engine, pair)))
  return [...damage, ...sums.flat()]
}

async function checkPair(engine: Engine, pair: Pair): Promise<readonly Damage[]> {
  const { access, keys } = engine
  const { space, entity } = pair
  const members = await access.page(keys.members(space, entity), { limit: largestSample + 1 })
  if (members.length > largestSample) return []
  try {
    const [stored] = await loadAggregates(engine, [pair])
    const sums = await recompute(engine, pair)
    return sameAggregate(stored ?? null, sums) ? [] : [{ type: 'aggregate', space, entity }]
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    return [{ type: 'index', count: 1, example: members[0]?.[0] ?? keys.aggregate(space, entity) }]
  }
}
