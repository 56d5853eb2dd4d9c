/// <reference types="node" />
import { hash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { systemClock } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import { assembleMemory } from '../assemble-memory.js'
import { isCorruption } from '../integrity/corruption.js'
import { isSerious, refuseDamage } from '../integrity/damage.js'
import type { Memory } from '../memory.js'
import type { MemoryOptions } from '../memory-options.js'
import { resolveOptions } from '../resolve-options.js'
import { createDiskKeeper } from './disk-keeper.js'
import { writeSeal } from './file-seal.js'
import { type Hold, holdStore, isLocked, lockedError } from './holder.js'
import { type Inspection, inspectFiles } from './inspect-files.js'
import { beginMarks, nameOfMark, noMark } from './mark.js'
import { finishRewrite, isRewriting } from './rewrite-files.js'
import { refuseUnreadable, unopenable } from './salvage-files.js'

export interface OpenMemoryOptions extends Omit<MemoryOptions, 'store'> {
  /** Directory of the store; made if missing. */
  readonly path: string
  /** Whether LevelDB compresses its blocks. @defaultValue true */
  readonly compression?: boolean
}

/**
 * Opens a memory on disk. Before LevelDB touches the files they are compared with the seal of the last orderly close and
 * checked by LevelDB's own checksums; the head is compared with the mark that every batch left.
 *
 * @throws {ArtooError} `store_locked`, naming the holder; `store_damaged`; `schema_unsupported`.
 */
export async function openMemory(options: OpenMemoryOptions): Promise<Memory> {
  const { path, compression = true, clock = systemClock(), ...rest } = options
  resolveOptions(options, ['path', 'compression'])
  await mkdir(path, { recursive: true })
  const hold = await holdStore(path, clock.now())
  const { level, keeper } = await takeCharge(hold, options).catch(async (error: unknown) => {
    await hold.release()
    throw error
  })
  const memory = assembleMemory({ ...rest, clock, sha256: options.sha256 ?? sha256, store: level }, keeper)
  await memory.opened().catch(async (error: unknown) => {
    await memory.close()
    throw isCorruption(error) ? unopenable(path, error.message, error) : error
  })
  return memory
}

/** Looks at the files and, if they are fit for it, has LevelDB open them. */
async function takeCharge(
  hold: Hold,
  { path, compression = true, namespace = 'default', check = 'tail', onDamage = 'refuse' }: OpenMemoryOptions,
) {
  if (await isRewriting(path)) await finishRewrite(path)
  const inspection = await inspectFiles(path, check, hold.damage)
  await settleDamage(path, inspection, onDamage)
  const name = nameOfMark(namespace)
  const mark = { name, ...(inspection.seal.marks[name] ?? noMark) }
  if (inspection.intact) await beginMarks(path, mark)
  const level = await openLevel(path, compression)
  try {
    return { level, keeper: await createDiskKeeper(level, { hold, inspection, mark, compression }) }
  } catch (error) {
    await level.close()
    throw error
  }
}

/** What is reported is written down first: LevelDB drops what it can't read, and would leave nothing to be found again. */
async function settleDamage(path: string, { seal, level }: Inspection, onDamage: 'refuse' | 'report'): Promise<void> {
  const serious = seal.damage.filter(isSerious)
  if (serious.length === 0) return
  refuseUnreadable(path, level)
  if (onDamage === 'refuse') refuseDamage(serious)
  await writeSeal(path, { ...seal, damage: serious })
}

async function openLevel(path: string, compression: boolean): Promise<ClassicLevel<string, string>> {
  const level = new ClassicLevel<string, string>(path, { compression })
  try {
    await level.open()
    return level
  } catch (error) {
    if (isLocked(error)) throw await lockedError(path, error)
    const cause: unknown = error instanceof Error ? error.cause : undefined
    throw unopenable(path, cause instanceof Error ? cause.message : String(error), error)
  }
}

const sha256 = (text: string): string => hash('sha256', text)
