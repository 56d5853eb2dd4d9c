/// <reference types="node" />
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Mark } from '../integrity/compare-mark.js'
import type { Damage } from '../integrity/damage.js'
import { readChecked, writeChecked } from './checked-json.js'
import { isTable } from './level-files.js'

/** What is known of a store: written when it is closed in order, and whenever a table has appeared. */
export interface FileSeal {
  readonly files: Readonly<Record<string, FileDigest>>
  /** How far each namespace had come, by the name that its mark has. */
  readonly marks: Readonly<Record<string, SealedMark>>
  /** Found on an earlier opening and not repaired yet. */
  readonly damage: readonly Damage[]
}

export interface SealedMark extends Mark {
  /** The chain is known to be sound up to this sequence number. */
  readonly checked: number
}

interface FileDigest {
  /** Of a table: it never changes and nothing else gets its name, so it can be compared after a crash too. */
  readonly inUse: boolean
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

/** Digests of what is there of `names`. Those of tables that were in use already are kept. */
export async function digestFiles(
  path: string,
  names: Iterable<string>,
  tables: ReadonlySet<string>,
  known: FileSeal['files'],
): Promise<FileSeal['files']> {
  const files: Record<string, FileDigest> = {}
  for (const name of names) {
    const file = join(path, name)
    const inUse = tables.has(name)
    const old = inUse && known[name]?.inUse ? known[name] : undefined
    // LevelDB may drop a table at any moment.
    const found = await stat(file).catch(() => null)
    const sha256 = found && (old?.sha256 ?? (await digest(file).catch(() => null)))
    if (found && sha256) files[name] = { inUse, size: old?.size ?? found.size, sha256 }
  }
  return files
}

/** Tables up to this many bytes in all are read on every opening; beyond, only their sizes are compared. */
const quickBytes = 64 * 2 ** 20

/**
 * Compares the files with their seal. `intact`: nothing has had the store open since; if something had, only the tables
 * that are still there can be compared.
 */
export async function compareFiles(
  path: string,
  { files }: FileSeal,
  { intact, full }: { readonly intact: boolean; readonly full: boolean },
): Promise<readonly Damage[]> {
  const sealed = Object.entries(files).filter(([, { inUse }]) => intact || inUse)
  const bytes = sealed.reduce((sum, [name, { size }]) => sum + (isTable(name) ? size : 0), 0)
  const damage: Damage[] = []
  for (const [name, expected] of sealed) {
    const problem = await compare(join(path, name), expected, isTable(name) && !full && bytes > quickBytes)
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
