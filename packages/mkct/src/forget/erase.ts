import type { Engine } from '../journal/engine.js'
import { decodeEntry, encodeTombstone } from '../journal/journal-entry.js'
import { leaveSums } from '../journal/leave-sums.js'
import { forgottenKey, indexOf } from '../journal/record-index.js'
import type { Stored } from '../journal/records.js'
import type { Stage } from '../journal/stage.js'

/**
 * Takes records out of the journal, the indexes and the aggregates. `onDemand`: their idempotency keys stay taken, so that
 * nothing that is delivered again brings them back. To be used inside `gate.exclusive`.
 */
export async function eraseRecords(
  engine: Engine,
  stage: Stage,
  records: readonly Stored[],
  onDemand = false,
): Promise<void> {
  const { keys, hash } = engine
  for (const { sequence, megram } of records) {
    for (const [key] of indexOf(keys, hash, sequence, megram)) stage.set(key, null)
    if (onDemand && megram.key !== undefined) stage.set(forgottenKey(keys, hash, megram.key), `${sequence}`)
    stage.markRecall(sequence, megram.recalledAt, null)
    stage.count(megram.level, -1)
  }
  await leaveSums(engine, stage, records)
  await buryEntries(engine, stage, records)
}

/**
 * Replaces journal entries by tombstones, one for each run of neighbours, so that the chain still spans the gap and the
 * dead take no more room than the living.
 */
async function buryEntries(engine: Engine, stage: Stage, buried: readonly Stored[]): Promise<void> {
  const { keys, access } = engine
  const gone = new Set(buried.map(({ sequence }) => sequence))
  const entries = new Map<string, string | null>()
  for (const { sequence, link } of buried.toSorted((a, b) => a.sequence - b.sequence)) {
    const [before, here] = [keys.entry(sequence - 1), keys.entry(sequence)]
    const left = decodeErased(entries.get(before) ?? (await access.get(before)))
    if (left) entries.set(before, null)
    const from = left?.from ?? sequence
    const after = { gte: keys.entry(sequence + 1), lt: keys.table('e').lt }
    const [next] = gone.has(sequence + 1) ? [] : await access.page(after, { limit: 1 })
    const right = decodeErased(next?.[1])
    const isJoined = next && right?.from === sequence + 1
    entries.set(here, isJoined ? null : encodeTombstone(link, from))
    if (isJoined) entries.set(next[0], encodeTombstone(right.link, from))
  }
  for (const [key, value] of entries) stage.set(key, value)
}

function decodeErased(value: string | undefined) {
  if (value === undefined || !/^.{64}\{"v":\d+,"erased"/.test(value)) return null
  const entry = decodeEntry(value)
  return entry.type === 'tombstone' ? entry : null
}
