/// <reference types="node" />
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Mark } from '../journal/compare-mark.js'
import type { FileDamage } from '../journal/damage.js'
import { readChecked, writeChecked } from './checked-json.js'
import { isTable } from './level-files.js'

/**
 * A record of a store's files and marks, written when the store is closed in order and whenever a table has appeared.
 */
export interface FileSeal {
  readonly files: Readonly<Record<string, FileDigest>>
  /** The progress of each namespace, by the name of its mark. */
  readonly marks: Readonly<Record<string, SealedMark>>
  /** Found on an earlier opening and not repaired yet. */
  readonly damage: readonly FileDamage[]
}

export interface SealedMark extends Mark {
  /** The chain is known to be sound up to this sequence number. */
  readonly checked: number
}

interface FileDigest {
  /**
   * True for a table. It never changes and its name is not used again, so that it can be compared after a crash too.
   */
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
    const inUse = tables.has(name)
    const old = known[name]
    // LevelDB may drop a table at any moment.
    const digest = inUse && old?.inUse ? old : await digestOf(join(path, name)).catch(() => null)
    if (digest) files[name] = { ...digest, inUse }
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
): Promise<readonly FileDamage[]> {
  const sealed = Object.entries(files).filter(([, { inUse }]) => intact || inUse)
  const bytes = sealed.reduce((sum, [name, { size }]) => sum + (isTable(name) ? size : 0), 0)
  const damage: FileDamage[] = []
  for (const [name, { size, sha256 }] of sealed) {
    const bySize = isTable(name) && !full && bytes > quickBytes
    const found = await (bySize ? stat : digestOf)(join(path, name)).catch(() => null)
    const isSame = found?.size === size && (!('sha256' in found) || found.sha256 === sha256)
    if (found ? !isSame : intact) damage.push({ type: 'file', name, problem: found ? 'altered' : 'missing' })
  }
  return damage
}

async function digestOf(file: string): Promise<Pick<FileDigest, 'size' | 'sha256'>> {
  const { size } = await stat(file)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { size, sha256: hash.digest('hex') }
}
