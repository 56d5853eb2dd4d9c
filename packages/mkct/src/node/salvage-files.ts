/// <reference types="node" />
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, systemClock } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import type { Damage } from '../integrity/damage.js'
import { holdStore } from './holder.js'
import { isTable } from './level/file-names.js'
import { reduceTable } from './level/reduce-table.js'
import { checkTable } from './level/table.js'

/**
 * Has LevelDB salvage a store that can't be opened at all. Then open it with `onDamage: 'report'` and run `repair()`. What
 * can't be used is kept in the directory `lost` until something is forgotten.
 *
 * @throws {ArtooError} `store_locked`, naming the holder.
 */
export async function salvageFiles(path: string): Promise<void> {
  const hold = await holdStore(path, systemClock().now())
  try {
    await salvage(path)
  } finally {
    await hold.release()
  }
}

async function salvage(path: string): Promise<void> {
  await mkdir(join(path, 'lost'), { recursive: true })
  for (const table of (await readdir(path)).filter(isTable)) {
    const { size } = await stat(join(path, table))
    const state = await checkTable(join(path, table), size, true)
    if (state === 'sound') continue
    const reduced = await reduceTable(join(path, table))
    await rename(join(path, table), join(path, 'lost', table))
    if (reduced) await writeFile(join(path, table), reduced, { flush: true })
  }
  await ClassicLevel.repair(path)
}

/**
 * Keeps LevelDB away from files over which it would end the process, or make a new store where there was one.
 *
 * @throws {ArtooError} `store_damaged`
 */
export function refuseUnreadable(path: string, damage: readonly Damage[]): void {
  for (const one of damage) {
    if (one.type !== 'file' || !isVital(one.name)) continue
    if (one.problem !== 'torn') throw unopenable(path, `the file ${one.name} is ${one.problem}.`, undefined)
  }
}

const isVital = (file: string) => isTable(file) || file === 'CURRENT' || file.startsWith('MANIFEST-')

export function unopenable(path: string, reason: string, cause: unknown): ArtooError {
  return new ArtooError('store_damaged', `LevelDB can't open ${path}: ${reason} Run salvageFiles(path).`, {
    field: 'path',
    ...(cause !== undefined && { cause }),
  })
}
