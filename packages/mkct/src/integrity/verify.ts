import { clockJump, type Engine } from '../engine.js'
import { genesis } from '../journal-entry.js'
import { anchorOf, type Megram } from '../megram.js'
import { hasSoundHead } from '../other-writer.js'
import { indexOf } from '../record-index.js'
import { decodeRecall } from '../records.js'
import { rebuildAggregates } from './aggregate-check.js'
import { headDamage } from './check-opening.js'
import { type Damage, isSerious } from './damage.js'
import { checkJournal } from './journal-check.js'

export interface Verification {
  /** False when something is lost or altered. Aggregates that had to be rebuilt don't count: they are a cache. */
  readonly ok: boolean
  readonly megrams: number
  readonly damage: readonly Damage[]
}

const indexTables = ['i', 'k', 'x', 'd', 'l', 's', 'c'] as const
const chunkSize = 500

/**
 * Checks the whole journal, every index key both ways and every recall mark. If those are sound it recomputes every
 * aggregate, rebuilding those that differ. To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} `store_changed` when someone else has written to the store since it was opened.
 */
export async function verifyStore(engine: Engine, signal?: AbortSignal): Promise<Verification> {
  const index = createIndexCheck(engine)
  const damage: Damage[] = engine.damage.filter(({ type }) => type === 'behind')
  const counts = { M: 0, K: 0, C: 0 }
  let last = { sequence: 0, link: genesis }
  let chunk: { readonly sequence: number; readonly megram: Megram }[] = []
  for await (const { sequence, entry, damage: found } of checkJournal(engine, 1)) {
    damage.push(...found)
    last = { sequence, link: entry?.link ?? '' }
    if (entry?.type !== 'megram') continue
    counts[entry.megram.level]++
    chunk.push({ sequence, megram: entry.megram })
    if (chunk.length < chunkSize) continue
    signal?.throwIfAborted()
    await index.expect(chunk)
    chunk = []
  }
  await index.expect(chunk)
  const indexes = await index.result(signal)
  damage.push(...headDamage(engine, last), ...indexes)
  if (indexes.length === 0) damage.push(...(await rebuildAggregates(engine, signal)))
  const jump = clockJump(engine)
  if (jump) damage.push(jump)
  const { head } = engine
  const miscounted =
    counts.M !== head.counts.M ||
    counts.K !== head.counts.K ||
    counts.C !== head.counts.C ||
    index.latest() > head.latest ||
    (await countKeys(engine, 'a', signal, (key) => !engine.keys.isOfSpace(key))) !== head.pairs
  const sound = await hasSoundHead(engine)
  if ((miscounted || !sound) && !damage.some(isSerious)) damage.push({ type: 'head' })
  return { ok: !damage.some(isSerious), megrams: counts.M + counts.K + counts.C, damage }
}

/** Looks up what every record implies (point reads also catch a damaged Bloom filter), then counts what is there. */
function createIndexCheck(engine: Engine) {
  const { access, keys, hash } = engine
  const wrong: string[] = []
  const badMarks: string[] = []
  let expected = 0
  let marks = 0
  let latest = 0

  return {
    /** When the latest event happened that a record or a mark tells of, ms. */
    latest: () => latest,
    async expect(records: readonly { readonly sequence: number; readonly megram: Megram }[]): Promise<void> {
      const recalls = await access.getMany(records.map(({ sequence }) => keys.recalled(sequence)))
      const entries = records.flatMap(({ sequence, megram }, position) => {
        const mark = recalls[position]
        const recalledAt = mark === undefined ? null : decodeRecall(engine, sequence, mark)
        if (mark !== undefined) marks++
        if (mark !== undefined && recalledAt === null) badMarks.push(keys.recalled(sequence))
        latest = Math.max(latest, anchorOf({ ...megram, recalledAt }))
        return indexOf(keys, hash, sequence, { ...megram, recalledAt })
      })
      expected += entries.length
      const journal = await access.getMany(records.map(({ sequence }) => keys.entry(sequence)))
      const values = await access.getMany(entries.map(([key]) => key))
      for (const [position, value] of values.entries()) {
        const entry = entries[position]
        if (entry && entry[1] !== value) wrong.push(entry[0])
      }
      for (const [position, value] of journal.entries()) {
        const record = records[position]
        if (record && value === undefined) wrong.push(keys.entry(record.sequence))
      }
    },
    async result(signal?: AbortSignal): Promise<readonly Damage[]> {
      let present = 0
      for (const table of indexTables) present += await countKeys(engine, table, signal)
      const surplus = present - (expected - wrong.length)
      const marksPresent = await countKeys(engine, 'r', signal)
      const strayMarks = marksPresent - marks + Math.abs(engine.head.recalled - marks)
      const count = wrong.length + badMarks.length + Math.max(0, surplus) + strayMarks
      return count === 0
        ? []
        : [{ type: 'index', count, example: wrong[0] ?? badMarks[0] ?? 'a key that belongs to no record' }]
    },
  }
}

async function countKeys(
  { access, keys }: Engine,
  table: (typeof indexTables)[number] | 'r' | 'a',
  signal?: AbortSignal,
  counts: (key: string) => boolean = () => true,
) {
  let count = 0
  for await (const page of access.pages(keys.table(table), signal)) count += page.filter(([key]) => counts(key)).length
  return count
}
