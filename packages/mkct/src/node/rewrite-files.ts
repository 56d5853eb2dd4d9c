/// <reference types="node" />
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import type { ClassicLevel } from 'classic-level'
import { readChecked, writeChecked } from './checked-json.js'
import { isLevelFile, levelDb } from './level-files.js'

const marker = 'artoo-rewrite.json'
const directory = 'rewrite'

/**
 * Makes new files and has `fill` put what is alive into them; their names are for `swapFiles`, which drops the old ones: so
 * deleted text vanishes from every file. Compaction is not enough: it skips tables that nothing newer overlaps, the MANIFEST
 * carries the largest key of each level's last compaction from opening to opening, and the diary (LOG) quotes keys.
 */
export async function copyFiles(
  path: string,
  compression: boolean,
  fill: (fresh: ClassicLevel<string, string>) => Promise<void>,
): Promise<readonly string[]> {
  await dropCopy(path)
  const { ClassicLevel: Level } = await levelDb()
  const fresh = new Level<string, string>(join(path, directory), { compression })
  try {
    await fresh.open()
    await fill(fresh)
    await fresh.close()
  } catch (error) {
    await fresh.close()
    await dropCopy(path)
    throw error
  }
  return (await readdir(fresh.location)).filter((file) => isLevelFile(file) && !file.startsWith('LOG'))
}

/** Takes the store away meanwhile. A crash before leaves the old files, one after it began the new. */
export async function swapFiles(level: ClassicLevel<string, string>, files: readonly string[]): Promise<void> {
  await writeChecked(join(level.location, marker), { files })
  await reopenFiles(level)
}

/** Closes a store and opens it again, after a swap that was begun is finished. */
export async function reopenFiles(level: ClassicLevel<string, string>): Promise<void> {
  await level.close()
  await finishRewrite(level.location)
  await level.open()
}

/**
 * Puts the new files in the place of the old, if a swap was begun, and removes what is left of a copy; may be repeated after
 * a crash or a failure. To be called by the holder of the store.
 *
 * @throws {ArtooError} `damaged_store` when it is unreadable which files are the new ones.
 */
export async function finishRewrite(path: string): Promise<void> {
  const mark = await readChecked(join(path, marker))
  if (mark !== undefined) await moveFiles(path, mark?.files)
  await dropCopy(path)
  await rm(join(path, marker), { force: true })
}

async function moveFiles(path: string, files: unknown): Promise<void> {
  if (!Array.isArray(files)) {
    const message = `${join(path, marker)}, which says which of the files in ${directory}/ replace others, is unreadable. Restore a backup.`
    throw new ArtooError('damaged_store', message, { field: 'path' })
  }
  const left = new Set(await readdir(join(path, directory)).catch(() => []))
  for (const file of files) if (left.has(file)) await rename(join(path, directory, file), join(path, file))
  const old = (await readdir(path)).filter((file) => isLevelFile(file) && !files.includes(file))
  for (const file of old) await rm(join(path, file), { force: true })
}

async function dropCopy(path: string): Promise<void> {
  await rm(join(path, directory), { recursive: true, force: true })
}
