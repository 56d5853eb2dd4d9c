/// <reference types="node" />
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { OpeningCheck } from '../integrity/check-opening.js'
import type { Damage } from '../integrity/damage.js'
import { parseObject } from '../journal-entry.js'

/** Size and SHA-256 of every file of a store that was closed in order. */
export interface FileSeal {
  /** False while the store is open, and after a crash: then only the immutable table files can be compared. */
  readonly clean: boolean
  readonly files: Readonly<Record<string, FileDigest>>
  /** How far each namespace's journal had come. */
  readonly heads: Readonly<Record<string, { readonly sequence: number; readonly link: string }>>
  /** Found on an earlier opening and not repaired yet. */
  readonly damage: readonly Damage[]
}

interface FileDigest {
  readonly size: number
  readonly sha256: string
}

const name = 'artoo-seal.json'
const notSealed = new Set([name, `${name}.new`, 'artoo-holder.json', 'LOCK'])
const isTable = (file: string) => file.endsWith('.ldb') || file.endsWith('.sst')

export const unsealed: FileSeal = { clean: false, files: {}, heads: {}, damage: [] }

/** Null when there is a seal, but not a readable one. */
export async function readSeal(path: string): Promise<FileSeal | null> {
  const text = await readFile(join(path, name), 'utf8').catch(() => undefined)
  if (text === undefined) return unsealed
  const fields = parseObject(text.slice(64))
  return fields && sha256(text.slice(64)) === text.slice(0, 64) ? (fields as unknown as FileSeal) : null
}

export async function writeSeal(path: string, seal: FileSeal): Promise<void> {
  const json = JSON.stringify(seal)
  await writeFile(join(path, `${name}.new`), sha256(json) + json, { flush: true })
  await rename(join(path, `${name}.new`), join(path, name))
}

/** Digests of all files of a closed store. Table files never change once written, so known digests are kept. */
export async function digestFiles(path: string, known: FileSeal['files']): Promise<FileSeal['files']> {
  const files: Record<string, FileDigest> = {}
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const file = entry.name
    if (!entry.isFile() || notSealed.has(file)) continue
    const { size } = await stat(join(path, file))
    const old = known[file]
    files[file] = isTable(file) && old?.size === size ? old : { size, sha256: await digest(join(path, file)) }
  }
  return files
}

/** Table files up to this many bytes in all are read on every opening; beyond, only with `check: 'full'`. */
const quickBytes = 64 * 2 ** 20

/**
 * Compares the files with their seal before LevelDB touches them. After a crash only the table files that are still
 * there can be compared.
 */
export async function checkFiles(path: string, seal: FileSeal, check: OpeningCheck): Promise<readonly Damage[]> {
  const tables = Object.entries(seal.files).filter(([file]) => isTable(file))
  const bytes = tables.reduce((sum, [, { size }]) => sum + size, 0)
  const bySize = new Set(check === 'full' || bytes <= quickBytes ? [] : tables.map(([file]) => file))
  const damage: Damage[] = []
  for (const [file, expected] of Object.entries(seal.files)) {
    if (!seal.clean && !isTable(file)) continue
    const problem = await compare(join(path, file), expected, bySize.has(file))
    if (problem === 'altered' || (problem === 'missing' && seal.clean))
      damage.push({ type: 'file', name: file, problem })
  }
  return damage
}

/** Compares the sealed table files that LevelDB still uses while the store is open. */
export async function checkTables(path: string, seal: FileSeal): Promise<readonly Damage[]> {
  return checkFiles(path, { ...seal, clean: false }, 'full')
}

async function compare(file: string, expected: FileDigest, bySize: boolean): Promise<'altered' | 'missing' | null> {
  const found = await stat(file).catch(() => null)
  if (!found) return 'missing'
  if (found.size !== expected.size) return 'altered'
  return bySize || (await digest(file)) === expected.sha256 ? null : 'altered'
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
