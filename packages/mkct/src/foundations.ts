import type { Engine } from './engine.js'
import { decodeNumber } from './key-encoding.js'
import { foundationsOf } from './lineage.js'
import type { MegramRecord } from './megram.js'
import { readRecords } from './records.js'

/**
 * What a chunk's Megrams are built on or speak about, by id; null for what isn't there. Costs nothing where nothing is. To
 * be used inside `gate.exclusive`.
 */
export async function foundationsIn(
  engine: Engine,
  chunk: readonly MegramRecord[],
): Promise<Map<string, MegramRecord | null>> {
  const { access, keys } = engine
  const wanted = [...new Set(chunk.flatMap(foundationsOf))]
  if (wanted.length === 0) return new Map()
  const sequences = (await access.getMany(wanted.map(keys.id))).flatMap((value) => (value ? decodeNumber(value) : []))
  const records = (await readRecords(engine, sequences)).flatMap((record) => record?.megram ?? [])
  const found = new Map(records.map((megram) => [megram.id, megram]))
  return new Map(wanted.map((id) => [id, found.get(id) ?? null]))
}
