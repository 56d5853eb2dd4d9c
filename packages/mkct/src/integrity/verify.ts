import { type Damage, isSerious } from '../journal/damage.js'
import { clockJump, type Engine } from '../journal/engine.js'
import { hasSoundHead } from '../journal/other-writer.js'
import { indexOf } from '../journal/record-index.js'
import { decodeRecall, type Stored } from '../journal/records.js'
import { anchorOf } from '../megram/megram.js'
import { rebuildAggregates } from './aggregate-check.js'
import { checkJournal } from './journal-check.js'

export interface Verification {
  /** False when something is lost or altered. Aggregates that had to be rebuilt don't count: they are a cache. */
  readonly ok: boolean
  readonly megrams: number
  readonly damage: readonly Damage[]
}

const indexTables = ['i', 'k', 'x', 'd', 'l', 's', 'c'] as const

/**
 * Checks the whole journal, every index key both ways and every recall mark. If those are sound it recomputes every
 * aggregate, rebuilding those that differ. To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} `store_changed` when someone else has written to the store since it was opened.
 */
export async function verifyStore(engine: Engine, signal: AbortSignal): Promise<Verification> {
  const { head, keys } = engine
  const index = createIndexCheck(engine, signal)
  const damage: Damage[] = engine.damage.filter(({ type }) => type === 'behind')
  const counts = { M: 0, K: 0, C: 0 }
  for await (const page of checkJournal(engine, 1, damage)) {
    signal.throwIfAborted()
    const records = page.flatMap(({ sequence, entry }) =>
      entry?.type === 'megram' ? { sequence, megram: entry.megram } : [],
    )
    for (const { megram } of records) counts[megram.level]++
    await index.expect(records)
  }
  const { wrong, latest } = await index.result()
  damage.push(...wrong)
  const sound = await hasSoundHead(engine)
  if (sound && wrong.length === 0) damage.push(...(await rebuildAggregates(engine, signal)))
  const jump = clockJump(engine)
  if (jump) damage.push(jump)
  const pairs = await countKeys(engine, 'a', signal, (key) => !keys.isOfSpace(key))
  const { M, K, C } = head.counts
  const counted = counts.M === M && counts.K === K && counts.C === C && pairs === head.pairs && latest <= head.latest
  if (!(sound && counted) && !damage.some(isSerious)) damage.push({ type: 'head' })
  return { ok: !damage.some(isSerious), megrams: counts.M + counts.K + counts.C, damage }
}

/** Looks up what every record implies, then counts what is there. */
function createIndexCheck(engine: Engine, signal: AbortSignal) {
  const { access, keys, hash, head } = engine
  const wrong: string[] = []
  let right = 0
  let marks = 0
  let latest = 0

  return {
    async expect(records: readonly Omit<Stored, 'link'>[]): Promise<void> {
      const recalls = await access.getMany(records.map(({ sequence }) => keys.recalled(sequence)))
      const entries = records.flatMap(({ sequence, megram }, position) => {
        const mark = recalls[position]
        const recalledAt = mark === undefined ? null : decodeRecall(engine, sequence, mark)
        if (mark !== undefined) marks++
        if (mark !== undefined && recalledAt === null) wrong.push(keys.recalled(sequence))
        latest = Math.max(latest, anchorOf({ ...megram, recalledAt }))
        return indexOf(keys, hash, sequence, { ...megram, recalledAt })
      })
      const values = await access.getMany(entries.map(([key]) => key))
      const missed = entries.filter(([, value], position) => values[position] !== value)
      wrong.push(...missed.map(([key]) => key))
      right += entries.length - missed.length
    },
    /** `latest`: when the latest event happened that a record or a mark tells of, ms. */
    async result(): Promise<{ readonly wrong: readonly Damage[]; readonly latest: number }> {
      let present = 0
      for (const table of indexTables) present += await countKeys(engine, table, signal)
      const strayMarks = (await countKeys(engine, 'r', signal)) - marks + Math.abs(head.recalled - marks)
      const count = wrong.length + Math.max(0, present - right) + strayMarks
      const example = wrong[0] ?? 'a key that belongs to no record'
      return { wrong: count === 0 ? [] : [{ type: 'index', count, example }], latest }
    },
  }
}

async function countKeys(
  { access, keys }: Engine,
  table: (typeof indexTables)[number] | 'r' | 'a',
  signal: AbortSignal,
  counts: (key: string) => boolean = () => true,
): Promise<number> {
  let count = 0
  for await (const page of access.pages(keys.table(table), signal)) count += page.filter(([key]) => counts(key)).length
  return count
}
