import type { Engine } from './engine.js'
import { decodeEntry, encodeTombstone } from './journal-entry.js'
import type { Stage } from './stage.js'

interface Buried {
  readonly sequence: number
  readonly link: string
}

interface Run {
  readonly from: number
  readonly to: number
  readonly link: string
}

/**
 * Replaces journal entries by tombstones, one for each run of neighbours, so that the chain still spans the gap and the
 * dead take no more room than the living.
 */
export async function buryEntries(engine: Engine, stage: Stage, buried: readonly Buried[]): Promise<void> {
  const { keys, access } = engine
  for (const { sequence } of buried) stage.del(keys.entry(sequence))
  const journal = keys.table('e')
  const widened = new Map<string, string>()
  for (const run of runsOf(buried)) {
    const before = keys.entry(run.from - 1)
    const left = decodeErased(widened.get(before) ?? (await access.get(before)))
    const [right] = await access.page({ gte: keys.entry(run.to + 1), lt: journal.lt }, { limit: 1 })
    const next = right && decodeErased(right[1])
    const from = left ? left.from : run.from
    if (left) stage.del(before)
    if (right && next && next.from === run.to + 1) {
      const tombstone = encodeTombstone(next.link, from)
      stage.put(right[0], tombstone)
      widened.set(right[0], tombstone)
    } else stage.put(keys.entry(run.to), encodeTombstone(run.link, from))
  }
}

function runsOf(buried: readonly Buried[]): readonly Run[] {
  const runs: Run[] = []
  for (const { sequence, link } of [...buried].sort((a, b) => a.sequence - b.sequence)) {
    const last = runs.at(-1)
    if (last && last.to + 1 === sequence) runs[runs.length - 1] = { from: last.from, to: sequence, link }
    else runs.push({ from: sequence, to: sequence, link })
  }
  return runs
}

function decodeErased(value: string | undefined) {
  if (value === undefined || !/^.{64}\{"v":\d+,"erased"/.test(value)) return null
  const entry = decodeEntry(value)
  return entry.type === 'tombstone' ? entry : null
}
