import type { Engine } from './engine.js'
import { decodeNumber } from './key-encoding.js'
import { readRecords, type Stored } from './records.js'
import type { Entry } from './store.js'

/** The records that index entries point to, in their order; what is gone is left out. */
export async function recordsAt(engine: Engine, entries: readonly Entry[]): Promise<readonly Stored[]> {
  return present(
    engine,
    entries.map(([key]) => engine.keys.lastNumber(key)),
  )
}

/** The records with these ids, in their order; what is gone is left out. */
export async function recordsOf(engine: Engine, ids: readonly string[]): Promise<readonly Stored[]> {
  const { access, keys } = engine
  const values = await access.getMany(ids.map(keys.id))
  return present(
    engine,
    values.flatMap((value) => (value === undefined ? [] : decodeNumber(value))),
  )
}

async function present(engine: Engine, sequences: readonly number[]): Promise<readonly Stored[]> {
  return (await readRecords(engine, sequences)).flatMap((stored) => stored ?? [])
}
