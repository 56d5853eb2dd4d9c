import type { MegramRecord } from '../megram/megram.js'
import type { Engine } from './engine.js'
import { recordsOf } from './records.js'

type Lineage = Pick<MegramRecord, 'subject' | 'subjects' | 'sources' | 'about'>

/** Ids of the Megrams that it is built on or speaks about: when one is erased on demand, so is it. Distinct. */
export function foundationsOf({ sources = [], about }: Lineage): readonly string[] {
  return [...new Set(about === undefined ? sources : [...sources, about])]
}

/** The subjects of a Megram, its own and those of its foundations. Distinct. */
export function subjectsOf({ subject, subjects = [] }: Lineage): readonly string[] {
  return [...new Set(subject === undefined ? subjects : [subject, ...subjects])]
}

/** `megram` with every subject of its foundations, so that forgetting one reaches it even when they have faded. */
export function withSubjectsOf(foundations: readonly Lineage[], megram: MegramRecord): MegramRecord {
  const subjects = new Set(foundations.flatMap(subjectsOf))
  if (megram.subject !== undefined) subjects.delete(megram.subject)
  return subjects.size === 0 ? megram : { ...megram, subjects: [...subjects] }
}

/**
 * The Megrams that a chunk is built on or speaks about, by id; null for an id that is missing. Reads nothing if the
 * chunk names no ids. To be used inside `gate.exclusive`.
 */
export async function foundationsIn(
  engine: Engine,
  chunk: readonly MegramRecord[],
): Promise<Map<string, MegramRecord | null>> {
  const wanted = new Set(chunk.flatMap(foundationsOf))
  const found = new Map<string, MegramRecord | null>([...wanted].map((id) => [id, null]))
  if (wanted.size === 0) return found
  for (const { megram } of await recordsOf(engine, [...wanted])) found.set(megram.id, megram)
  return found
}
