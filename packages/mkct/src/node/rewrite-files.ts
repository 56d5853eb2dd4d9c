/// <reference types="node" />
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import { readChecked, writeChecked } from './checked-json.js'
import { isLevelFile } from './level-files.js'

const marker = 'artoo-rewrite.json'
const directory = 'rewrite'

/**
 * Makes new files, has `fill` put what is alive into them, and drops the old ones: so deleted text vanishes from every
 * file. Compaction is not enough: it skips tables that nothing newer overlaps, the MANIFEST carries the largest key of each
 * level's last compaction from opening to opening, and the diary (LOG) quotes keys.
 *
 * `swap` is given what takes the store away; a crash before leaves the old files, one after it began the new.
 */
export async function rewriteFiles(
  level: ClassicLevel<string, string>,
  compression: boolean,
  fill: (fresh: ClassicLevel<string, string>) => Promise<void>,
  swap: (job: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const path = level.location
  await dropCopy(path)
  const fresh = new ClassicLevel<string, string>(join(path, directory), { compression })
  try {
    await fresh.open()
    await fill(fresh)
    await fresh.close()
  } catch (error) {
    await fresh.close()
    await dropCopy(path)
    throw error
  }
  const files = (await readdir(fresh.location)).filter((file) => isLevelFile(file) && !file.startsWith('LOG'))
  await swap(async () => {
    await writeChecked(join(path, marker), { files })
    await level.close()
    await finishRewrite(path)
    await level.open()
  })
}

/** Puts the new files in the place of the old, if a swap was begun; may be repeated after a crash or a failure. */
export async function finishRewrite(path: string): Promise<void> {
  const files = await newFiles(path)
  if (!files) return
  const left = new Set(await readdir(join(path, directory)).catch(() => []))
  for (const file of files) if (left.has(file)) await rename(join(path, directory, file), join(path, file))
  const old = (await readdir(path)).filter((file) => isLevelFile(file) && !files.includes(file))
  for (const file of old) await rm(join(path, file), { force: true })
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
