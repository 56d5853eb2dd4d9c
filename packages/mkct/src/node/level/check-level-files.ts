/// <reference types="node" />
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Damage } from '../../integrity/damage.js'
import { fileNameOf, isTable, numberOfLog } from './file-names.js'
import { readLog } from './log-records.js'
import { type Manifest, readManifest } from './manifest.js'
import { checkTable } from './table.js'

type FileDamage = Extract<Damage, { readonly type: 'file' }>

/**
 * Checks the files that LevelDB would read if it opened the store now, by its own checksums: CURRENT, the MANIFEST, the
 * logs that are still needed, and the tables in use, of which `isWhole` says whether their data is read too. What LevelDB is
 * going to delete isn't looked at: a kill may have left it unfinished.
 */
export async function checkLevelFiles(
  path: string,
  isWhole: (table: string) => boolean,
): Promise<readonly FileDamage[]> {
  const files = await readdir(path)
  if (!files.includes('CURRENT')) {
    const used = files.some((file) => isTable(file) || numberOfLog(file) !== null)
    return used ? [fileDamage('CURRENT', 'missing')] : []
  }
  const name = /^(MANIFEST-\d+)\n$/.exec(`${await bytesOf(path, 'CURRENT')}`)?.[1]
  if (name === undefined) return [fileDamage('CURRENT', 'unreadable')]
  if (!files.includes(name)) return [fileDamage(name, 'missing')]
  const { records, end } = readLog((await bytesOf(path, name)) ?? Buffer.alloc(0))
  const manifest = end === 'altered' ? null : readManifest(records)
  if (!manifest) return [fileDamage(name, 'unreadable')]
  return [
    ...(end === 'torn' ? [fileDamage(name, 'torn')] : []),
    ...(await checkLogs(path, files, manifest)),
    ...(await checkTables(path, files, manifest, isWhole)),
  ]
}

/** Only the last log that holds anything may end in the middle of a record: LevelDB takes no write after that. */
async function checkLogs(path: string, files: readonly string[], manifest: Manifest): Promise<readonly FileDamage[]> {
  const logs = files
    .map((name) => ({ name, number: numberOfLog(name) ?? -1 }))
    .filter(({ number }) => number >= manifest.log || (number > 0 && number === manifest.previousLog))
    .sort((a, b) => b.number - a.number)
  const damage: FileDamage[] = []
  if (manifest.log > 0 && !logs.some(({ number }) => number === manifest.log))
    damage.push(fileDamage(fileNameOf(manifest.log, 'log'), 'missing'))
  let isLast = true
  for (const { name } of logs) {
    const bytes = await bytesOf(path, name)
    if (bytes?.length === 0) continue
    if (!bytes) damage.push(fileDamage(name, 'unreadable'))
    else if (!isSoundLog(bytes, isLast)) damage.push(fileDamage(name, 'altered'))
    isLast = false
  }
  return damage
}

const batchHeaderSize = 12

function isSoundLog(bytes: Buffer, isLast: boolean): boolean {
  const { records, end } = readLog(bytes)
  const hasEnd = end === 'whole' || (end === 'torn' && isLast)
  return hasEnd && records.every(({ length }) => length >= batchHeaderSize)
}

/** Null when it can't be read, as LevelDB may have just removed it. */
function bytesOf(path: string, name: string): Promise<Buffer | null> {
  return readFile(join(path, name)).catch(() => null)
}

async function checkTables(
  path: string,
  files: readonly string[],
  { tables }: Manifest,
  isWhole: (table: string) => boolean,
): Promise<readonly FileDamage[]> {
  const damage: FileDamage[] = []
  for (const [number, size] of tables) {
    const old = fileNameOf(number, 'sst')
    const name = files.includes(old) ? old : fileNameOf(number, 'ldb')
    const state = await checkTable(join(path, name), size, isWhole(name))
    if (state !== 'sound') damage.push(fileDamage(name, state))
  }
  return damage
}

function fileDamage(name: string, problem: FileDamage['problem']): FileDamage {
  return { type: 'file', name, problem }
}
