/// <reference types="node" />
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClassicLevel } from 'classic-level'

/** Keys below and above every namespace. */
const [first, last] = [' ', '~~']

/** LevelDB's diary quotes keys; `lost` is where a salvage puts what it gave up. */
const leftovers = ['LOG', 'LOG.old', 'lost'] as const

/**
 * Makes deleted text vanish from every file. Compaction alone is not enough: LevelDB remembers the largest key of each
 * level's last compaction in its MANIFEST, and carries it over when it reopens. Two keys around everything become those
 * largest keys instead. Reopening then starts a new MANIFEST and a new diary.
 */
export async function rewriteFiles(level: ClassicLevel<string, string>): Promise<void> {
  await level.batch().put(first, '').put(last, '').write({ sync: true })
  await level.compactRange(first, `${last}~`)
  await level.close()
  await Promise.all(leftovers.map((file) => rm(join(level.location, file), { force: true, recursive: true })))
  await level.open()
}
