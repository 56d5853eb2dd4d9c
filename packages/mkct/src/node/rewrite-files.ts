/// <reference types="node" />
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import { readChecked, writeChecked } from './checked-json.js'
import { isLevelFile } from './level/file-names.js'

const marker = 'artoo-rewrite.json'
const directory = 'rewrite'
const batchSize = 1000

/**
 * Makes deleted text vanish from every file, by copying what is alive into new files and dropping the old. Compaction is
 * not enough: it skips tables that nothing newer overlaps, the MANIFEST carries the largest key of each level's last
 * compaction from opening to opening, and the diary (LOG) quotes keys.
 *
 * `beforeSwap` runs when the copy is complete. A crash before that leaves the old files, one after it the new.
 */
export async function rewriteFiles(
  level: ClassicLevel<string, string>,
  compression: boolean,
  beforeSwap: () => Promise<void>,
): Promise<void> {
  const path = level.location
  const fresh = join(path, directory)
  await rm(fresh, { recursive: true, force: true })
  await copyInto(level, new ClassicLevel<string, string>(fresh, { compression }))
  const files = (await readdir(fresh)).filter((file) => isLevelFile(file) && !file.startsWith('LOG'))
  await beforeSwap()
  await writeChecked(join(path, marker), { files })
  await level.close()
  await finishRewrite(path)
  await level.open()
}

async function copyInto(level: ClassicLevel<string, string>, copy: ClassicLevel<string, string>): Promise<void> {
  await copy.open()
  let batch = copy.batch()
  for await (const [key, value] of level.iterator({ fillCache: false })) {
    batch.put(key, value)
    if (batch.length < batchSize) continue
    await batch.write()
    batch = copy.batch()
  }
  await batch.write({ sync: true })
  await copy.close()
}

/** True when the swap of files was begun, but not ended. */
export async function isRewriting(path: string): Promise<boolean> {
  return (await newFiles(path)) !== null
}

/** Puts the new files in the place of the old; may be repeated after a crash. */
export async function finishRewrite(path: string): Promise<void> {
  const files = (await newFiles(path)) ?? []
  const left = new Set(await readdir(join(path, directory)).catch(() => []))
  for (const file of files) if (left.has(file)) await rename(join(path, directory, file), join(path, file))
  const old = (await readdir(path)).filter((file) => isLevelFile(file) && !files.includes(file))
  for (const file of [...old, 'lost']) await rm(join(path, file), { recursive: true, force: true })
  await dropCopy(path)
  await rm(join(path, marker), { force: true })
}

/** Removes what is left of a copy. To be called by the holder of the store. */
export async function dropCopy(path: string): Promise<void> {
  await rm(join(path, directory), { recursive: true, force: true })
}

async function newFiles(path: string): Promise<readonly string[] | null> {
  const mark = await readChecked(join(path, marker))
  if (mark === undefined) return null
  if (mark && Array.isArray(mark.files)) return mark.files
  throw new ArtooError(
    'store_damaged',
    `${join(path, marker)}, which says which of the files in ${directory}/ replace others, is unreadable. Restore a backup.`,
    { field: 'path' },
  )
}
