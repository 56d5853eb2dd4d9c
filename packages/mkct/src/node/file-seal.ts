/// <reference types="node" />
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Mark } from '../integrity/compare-mark.js'
import type { Damage } from '../integrity/damage.js'
import { readChecked, writeChecked } from './checked-json.js'
import { isLevelFile, isTable } from './level/file-names.js'

/** What was known of a store when it was last closed in order. */
export interface FileSeal {
  readonly files: Readonly<Record<string, FileDigest>>
  /** How far each namespace had come, by the name that its mark has. */
  readonly marks: Readonly<Record<string, Mark>>
  /** Found on an earlier opening and not repaired yet. */
  readonly damage: readonly Damage[]
}

interface FileDigest {
  readonly size: number
  readonly sha256: string
}

const sealName = 'artoo-seal.json'

export const unsealed: FileSeal = { files: {}, marks: {}, damage: [] }

/** A seal that can't be read is damage, and none. */
export async function readSeal(path: string): Promise<FileSeal> {
  const fields = await readChecked(join(path, sealName))
  if (fields === null) return { ...unsealed, damage: [{ type: 'file', name: sealName, problem: 'unreadable' }] }
  return fields === undefined ? unsealed : (fields as unknown as FileSeal)
}

export async function writeSeal(path: string, seal: FileSeal): Promise<void> {
  await writeChecked(join(path, sealName), seal)
}

/** Digests of LevelDB's files in a closed store. Table files never change once written, so known digests are kept. */
export async function digestFiles(path: string, known: FileSeal['files']): Promise<FileSeal['files']> {
  const files: Record<string, FileDigest> = {}
  for (const name of (await readdir(path)).filter(isLevelFile)) {
    const { size } = await stat(join(path, name))
    const old = known[name]
    files[name] = isTable(name) && old?.size === size ? old : { size, sha256: await digest(join(path, name)) }
  }
  return files
}

/**
 * Compares the files with their seal. `intact`: nothing has had the store open since; if something had, only the tables
 * that are still there can be compared. `bySize`: of tables only the size is.
 */
export async function compareFiles(
  path: string,
  { files }: FileSeal,
  { intact, bySize }: { readonly intact: boolean; readonly bySize: boolean },
): Promise<readonly Damage[]> {
  const damage: Damage[] = []
  for (const [name, expected] of Object.entries(files)) {
    if (!intact && !isTable(name)) continue
    const problem = await compare(join(path, name), expected, bySize && isTable(name))
    if (problem === 'altered' || (problem === 'missing' && intact)) damage.push({ type: 'file', name, problem })
  }
  return damage
}

async function compare(file: string, expected: FileDigest, bySize: boolean): Promise<'altered' | 'missing' | null> {
  const found = await stat(file).catch(() => null)
  if (!found) return 'missing'
  if (found.size !== expected.size) return 'altered'
  if (bySize) return null
  const found256 = await digest(file).catch(() => null)
  if (found256 === null) return 'missing'
  return found256 === expected.sha256 ? null : 'altered'
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
