/// <reference types="node" />
import { mkdir, realpath } from 'node:fs/promises'
import { systemClock } from '@artoo/spec'
import { storePath } from '@artoo/spec/node'
import type { ClassicLevel } from 'classic-level'
import { isSerious, refuseDamage } from '../journal/damage.js'
import { assembleMemory } from '../memory/create-memory.js'
import type { Memory } from '../memory/memory.js'
import { checkText, type MemoryOptions, optionNames, resolveOptions } from '../memory/memory-options.js'
import { isLevelError, isUnreadable, storeError } from '../store/store-error.js'
import { createDiskKeeper } from './disk-keeper.js'
import { writeSeal } from './file-seal.js'
import { inspectFiles, refuseWithoutCurrent, unopenable } from './inspect-files.js'
import { levelDb } from './level-files.js'
import { beginMarks, nameOfMark, noMark } from './mark.js'
import { finishRewrite } from './rewrite-files.js'
import { holdStore, lockedError } from './store-lock.js'

export interface OpenMemoryOptions extends Omit<MemoryOptions, 'store'> {
  /** Directory of the store; made if missing. @defaultValue in the state folder of `root` */
  readonly path?: string
  /** The folder that the tools work in; only without a path. @defaultValue the current directory */
  readonly root?: string
  /** Whether LevelDB compresses its blocks. @defaultValue true */
  readonly compression?: boolean
}

/**
 * Opens a memory on disk. Before LevelDB touches the files they are compared with their seal; then the head is compared with
 * the mark that every batch left.
 *
 * @throws {ArtooError} `invalid_option`, `no_state_folder`; `store_locked`, naming the holder; `damaged_store`; `schema_unsupported`; `store_io_error`.
 */
export async function openMemory(options: OpenMemoryOptions = {}): Promise<Memory> {
  resolveOptions(options, 'openMemory', accepted)
  const { path: given, root, compression: _, clock = systemClock(), ...rest } = options
  if (given !== undefined) checkText('path', given)
  const path = storePath(given ?? { root }, { of: 'openMemory', name: 'memory', field: 'directory' })
  try {
    await mkdir(path, { recursive: true })
    const place = await realpath(path)
    const release = await holdStore(place, clock.now())
    const { level, keeper } = await takeCharge(release, { ...options, path: place }).catch(async (error: unknown) => {
      await release()
      throw error
    })
    const memory = assembleMemory({ ...rest, clock, store: level }, keeper)
    await memory.opened().catch(async (error: unknown) => {
      await memory.close()
      throw error
    })
    return memory
  } catch (error) {
    throw storeError(error)
  }
}

/** Looks at the files and, if they are fit for it, has LevelDB open them. */
async function takeCharge(
  release: () => Promise<void>,
  {
    path,
    compression = true,
    namespace = 'default',
    check = 'tail',
    onDamage = 'refuse',
  }: OpenMemoryOptions & { readonly path: string },
) {
  await finishRewrite(path)
  await refuseWithoutCurrent(path)
  const inspection = await inspectFiles(path, check === 'full')
  const serious = inspection.seal.damage.filter(isSerious)
  if (onDamage === 'refuse') refuseDamage(serious)
  // Written down first: LevelDB drops what it can't read, and would leave nothing to be found again.
  if (serious.length > 0 || !inspection.intact) await writeSeal(path, { ...inspection.seal, damage: serious })
  const name = nameOfMark(namespace)
  const mark = { ...(inspection.seal.marks[name] ?? { ...noMark, checked: 0 }), name }
  await beginMarks(path, mark)
  const level = await openLevel(path, compression)
  try {
    return { level, keeper: createDiskKeeper(level, { release, inspection, mark, compression }) }
  } catch (error) {
    await level.close()
    throw error
  }
}

async function openLevel(path: string, compression: boolean): Promise<ClassicLevel<string, string>> {
  const { ClassicLevel: Level } = await levelDb()
  const level = new Level<string, string>(path, { compression })
  try {
    await level.open()
    return level
  } catch (error) {
    if (isLevelError(error, 'LEVEL_LOCKED')) throw await lockedError(path, error)
    if (isUnreadable(error)) {
      throw unopenable(path, String((error as Error).cause ?? error), error)
    }
    throw error
  }
}

const accepted = ['path', 'root', 'compression', ...optionNames.filter((name) => name !== 'store')]
