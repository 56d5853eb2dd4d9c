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
import { isLocked, lockedError, readHolder, refuseLiveHolder, refuseOpenStore } from './holder.js'
import { type Inspection, inspectClosedFiles } from './inspect-files.js'
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
  const { path, compression = true, namespace = 'default', clock = systemClock(), ...rest } = options
  const { check, onDamage } = resolveOptions(options)
  await mkdir(path, { recursive: true })
  if (await isRewriting(path)) {
    await refuseLiveHolder(path)
    await finishRewrite(path)
  }
  const inspection = await inspectClosedFiles(path, check)
  await settleDamage(path, inspection, onDamage)
  const name = nameOfMark(namespace)
  const mark = { name, ...(inspection.seal.marks[name] ?? noMark) }
  if (inspection.intact) await beginMarks(path, mark)
  if (await isRewriting(path)) throw lockedError(path, await readHolder(path), undefined)
  const level = new ClassicLevel<string, string>(path, { compression })
  await openLevel(level, path)
  const keeper = await createDiskKeeper(level, { inspection, mark, compression, now: clock.now() }).catch(
    async (error: unknown) => {
      await level.close()
      throw error
    },
  )
  const memory = assembleMemory({ ...rest, namespace, clock, sha256: options.sha256 ?? sha256, store: level }, keeper)
  await memory.opened().catch(async (error: unknown) => {
    await memory.close()
    throw isCorruption(error) ? unopenable(path, error.message, error) : error
  })
  return memory
}

/** What is reported is written down first: LevelDB drops what it can't read, and would leave nothing to be found again. */
async function settleDamage(
  path: string,
  { seal, level, intact }: Inspection,
  onDamage: 'refuse' | 'report',
): Promise<void> {
  const serious = seal.damage.filter(isSerious)
  if (serious.length === 0) return
  await refuseOpenStore(path, intact)
  refuseUnreadable(path, level)
  if (onDamage === 'refuse') refuseDamage(serious)
  await writeSeal(path, { ...seal, damage: serious })
}

async function openLevel(level: ClassicLevel<string, string>, path: string): Promise<void> {
  try {
    await level.open()
  } catch (error) {
    if (isLocked(error)) throw lockedError(path, await readHolder(path), error)
    const cause: unknown = error instanceof Error ? error.cause : undefined
    throw unopenable(path, cause instanceof Error ? cause.message : String(error), error)
  }
}

const sha256 = (text: string): string => hash('sha256', text)
