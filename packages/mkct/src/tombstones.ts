import type { Engine } from './engine.js'
import { decodeEntry, encodeTombstone } from './journal-entry.js'
import type { Stored } from './records.js'
import type { Stage } from './stage.js'

/**
 * Replaces journal entries by tombstones, one for each run of neighbours, so that the chain still spans the gap and the
 * dead take no more room than the living.
 */
export async function buryEntries(engine: Engine, stage: Stage, buried: readonly Stored[]): Promise<void> {
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
