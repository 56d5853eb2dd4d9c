/// <reference types="node" />
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { compareFiles, type FileSeal, readSeal, type SealedMark } from './file-seal.js'
import { isTable } from './level-files.js'
import { readMarks } from './mark.js'

export interface Inspection {
  /** The seal with the marks that were set since and the damage found now. */
  readonly seal: FileSeal
  /** True when the store was closed in order, or is new. */
  readonly intact: boolean
}

/** Looks for damage in the files of a store, and touches nothing. */
export async function inspectFiles(path: string, full: boolean): Promise<Inspection> {
  const found = await readMarks(path)
  const seal = await readSeal(path)
  const intact = found === null
  const marks: Record<string, SealedMark> = { ...seal.marks }
  for (const { name, ...mark } of found?.marks ?? []) {
    const { revision = 0, checked = 0 } = marks[name] ?? {}
    if (mark.revision > revision) marks[name] = { ...mark, checked }
  }
  const compared = await compareFiles(path, seal, { intact, full })
  const damage = [...(found?.damage ?? []), ...compared, ...seal.damage]
  const names = damage.map(({ name }) => name)
  const firstOfEach = damage.filter(({ name }, index) => names.indexOf(name) === index)
  return { seal: { ...seal, marks, damage: firstOfEach }, intact }
}

/**
 * Refuses a store that has tables but no sound CURRENT file: LevelDB would treat it as new and delete the tables.
 *
 * @throws {ArtooError} `damaged_store`
 */
export async function refuseWithoutCurrent(path: string): Promise<void> {
  const files = await readdir(path)
  if (!files.some((file) => isTable(file) || file.endsWith('.log'))) return
  if (!files.includes('CURRENT')) throw unopenable(path, 'the file CURRENT is missing.')
  const named = await readFile(join(path, 'CURRENT'), 'utf8')
  if (!files.includes(named.trimEnd())) throw unopenable(path, 'the file CURRENT names none that is there.')
}

export function unopenable(path: string, reason: string, cause?: unknown): ArtooError {
  const message = `LevelDB can't open ${path}: ${reason} Restore a backup; or have LevelDB gather what there is (ClassicLevel.repair(path) of classic-level), open it with onDamage: 'report' and run repair().`
  return new ArtooError('damaged_store', message, { field: 'path', ...(cause !== undefined && { cause }) })
}
