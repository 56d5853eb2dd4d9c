import { ArtooError } from '@artoo/spec'
import { loadAggregates, recompute } from '../aggregates.js'
import type { Pair } from '../consultation.js'
import type { Engine } from '../engine.js'
import { genesis } from '../journal-entry.js'
import { readRecords } from '../records.js'
import { sameAggregate } from './compare-aggregates.js'
import type { Damage } from './damage.js'
import { checkJournal } from './journal-check.js'

/** 'tail' checks the last thousand journal entries, after a crash those since the store was sealed; 'full' all. */
export type OpeningCheck = 'tail' | 'full'

const tail = 1000
const samples = 8
const largestSample = 2000

/** Schema, contiguity, chain and head; then a sample of aggregates. */
export async function checkOpening(
  engine: Engine,
  check: OpeningCheck,
  checked = Number.POSITIVE_INFINITY,
): Promise<readonly Damage[]> {
  const { head } = engine
  const start = check === 'full' ? 1 : Math.max(1, Math.min(checked, head.sequence - tail + 1))
  const damage: Damage[] = []
  let last = { sequence: 0, link: genesis }
  for await (const { sequence, entry, damage: found } of checkJournal(engine, start)) {
    damage.push(...found)
    last = { sequence, link: entry?.link ?? '' }
  }
  damage.push(...headDamage(engine, last))
  return [...damage, ...(await sampleAggregates(engine))]
}

export function headDamage(
  { head }: Engine,
  last: { readonly sequence: number; readonly link: string },
): readonly Damage[] {
  if (last.sequence < head.sequence) return [{ type: 'missing', from: last.sequence + 1, to: head.sequence }]
  return last.sequence > head.sequence || last.link !== head.link ? [{ type: 'head' }] : []
}

async function sampleAggregates(engine: Engine): Promise<readonly Damage[]> {
  const { access, keys, head } = engine
  const journal = keys.table('e')
  const recent = await access.page(
    { gte: journal.gte, lt: keys.entry(head.sequence + 1) },
    { limit: 64, reverse: true },
  )
  const records = await readRecords(
    engine,
    recent.map(([key]) => keys.lastNumber(key)),
  ).catch(() => [])
  const pairs = new Map<string, Pair>()
  for (const record of records) {
    if (!record || record.megram.level === 'C') continue
    pairs.set(keys.aggregate(record.megram.space, record.megram.entity), record.megram)
  }
  const damage = await Promise.all([...pairs.values()].slice(0, samples).map((pair) => checkPair(engine, pair)))
  return damage.flat()
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
