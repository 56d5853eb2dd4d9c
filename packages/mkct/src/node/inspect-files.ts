/// <reference types="node" />
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpeningCheck } from '../integrity/check-opening.js'
import type { Mark } from '../integrity/compare-mark.js'
import type { Damage } from '../integrity/damage.js'
import { compareFiles, type FileSeal, readSeal } from './file-seal.js'
import { checkHolder } from './holder.js'
import { checkLevelFiles } from './level/check-level-files.js'
import { isTable } from './level/file-names.js'
import { type FoundMarks, readMarks } from './mark.js'

export interface Inspection {
  /** With the marks that were set since, and the damage found now. */
  readonly seal: FileSeal
  /** Of the damage, what LevelDB would meet. */
  readonly level: readonly Damage[]
  /** True when the store was closed in order, or is new. */
  readonly intact: boolean
}

/** Table files up to this many bytes in all are read on every opening; beyond, only with `check: 'full'`. */
const quickBytes = 64 * 2 ** 20

/** Looks for damage in the files of a store, and touches nothing. `earlier`: found before. */
export async function inspectFiles(
  path: string,
  check: OpeningCheck,
  earlier: readonly Damage[] = [],
): Promise<Inspection> {
  const marks = await readMarks(path)
  const seal = await readSeal(path)
  const intact = !marks.present
  const readAll = check === 'full' || (await bytesOfTables(path)) <= quickBytes
  const compared = await compareFiles(path, seal, { intact, bySize: !readAll })
  const altered = new Set(compared.map(nameOf))
  const level = await checkLevelFiles(
    path,
    (table) => check === 'full' || (readAll && (altered.has(table) || !(table in seal.files))),
  )
  const found = [...level, ...marks.damage, ...earlier, ...(await checkHolder(path)), ...compared, ...seal.damage]
  return { seal: { ...seal, marks: withMarks(seal.marks, marks), damage: onePerFile(found) }, level, intact }
}

/** What is wrong with the files of an open store. LevelDB may be replacing some meanwhile: what is wrong twice counts. */
export async function inspectOpenFiles(path: string): Promise<readonly Damage[]> {
  const first = (await inspectFiles(path, 'full')).seal.damage
  if (first.length === 0) return first
  const again = new Set((await inspectFiles(path, 'full')).seal.damage.map(nameOf))
  return first.filter((damage) => again.has(nameOf(damage)))
}

async function bytesOfTables(path: string): Promise<number> {
  const tables = (await readdir(path)).filter(isTable)
  const sizes = await Promise.all(
    tables.map(async (table) => (await stat(join(path, table)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function withMarks(sealed: FileSeal['marks'], { marks }: FoundMarks): FileSeal['marks'] {
  const all: Record<string, Mark> = { ...sealed }
  for (const { name, ...mark } of marks) if (mark.revision > (all[name]?.revision ?? 0)) all[name] = mark
  return all
}

/** The first word on each file counts. */
function onePerFile(damage: readonly Damage[]): readonly Damage[] {
  const names = damage.map(nameOf)
  return damage.filter((one, index) => names.indexOf(nameOf(one)) === index)
}

function nameOf(damage: Damage): string {
  return damage.type === 'file' ? damage.name : ''
}
