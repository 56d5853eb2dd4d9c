import type { Engine } from './engine.js'
import { decodeNumber } from './key-encoding.js'
import { foundationsOf, withSubjectsOf } from './lineage.js'
import type { MegramRecord } from './megram.js'
import { readRecords } from './records.js'

/**
 * Gives those of a chunk that are built on other Megrams, or speak about one, the subjects of those; what is no longer
 * there adds none. Costs nothing where nobody is. To be used inside `gate.exclusive`.
 */
export async function withInheritedSubjects(
  engine: Engine,
  chunk: readonly MegramRecord[],
): Promise<readonly MegramRecord[]> {
  const wanted = new Set(chunk.flatMap(foundationsOf))
  if (wanted.size === 0) return chunk
  const known = new Map<string, MegramRecord>()
  for (const megram of await recordsOf(engine, [...wanted])) known.set(megram.id, megram)
  return chunk.map((megram) => {
    const foundations = foundationsOf(megram).flatMap((id) => known.get(id) ?? [])
    const complete = withSubjectsOf(foundations, megram)
    if (wanted.has(megram.id)) known.set(megram.id, complete)
    return complete
  })
}

async function recordsOf(engine: Engine, ids: readonly string[]): Promise<readonly MegramRecord[]> {
  const { access, keys } = engine
  const sequences = (await access.getMany(ids.map(keys.id))).flatMap((value) => (value ? decodeNumber(value) : []))
  return (await readRecords(engine, sequences)).flatMap((record) => record?.megram ?? [])
}
