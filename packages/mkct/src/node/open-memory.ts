/// <reference types="node" />
import { hash, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { ArtooError, systemClock } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import { assembleMemory } from '../assemble-memory.js'
import { type Damage, isSerious, refuseDamage } from '../integrity/damage.js'
import type { Memory } from '../memory.js'
import type { MemoryOptions } from '../memory-options.js'
import { resolveOptions } from '../resolve-options.js'
import type { StoreKeeper } from '../store-keeper.js'
import { checkFiles, checkTables, digestFiles, type FileSeal, readSeal, unsealed, writeSeal } from './file-seal.js'
import { holdStore, lockedError, readHolder, refuseLiveHolder, releaseStore } from './holder.js'
import { droppedOnOpening } from './level-diary.js'
import { dropCopy, finishRewrite, isRewriting, rewriteFiles } from './rewrite-files.js'

export interface OpenMemoryOptions extends Omit<MemoryOptions, 'store'> {
  /** Directory of the store; made if missing. */
  readonly path: string
  /** Whether LevelDB compresses its blocks. @defaultValue true */
  readonly compression?: boolean
}

/**
 * Opens a memory on disk. The files are compared with the seal of the last orderly close before anything touches them.
 *
 * @throws {ArtooError} `store_locked`, naming the holder; `store_damaged`; `schema_unsupported`.
 */
export async function openMemory(options: OpenMemoryOptions): Promise<Memory> {
  const { path, compression = true, namespace = 'default', clock = systemClock(), ...rest } = options
  resolveOptions(options)
  await mkdir(path, { recursive: true })
  if (await isRewriting(path)) {
    await refuseLiveHolder(path)
    await finishRewrite(path)
  }
  const { seal, damage: before } = await inspectFiles(path, options)
  if (options.onDamage !== 'report') refuseDamage(before.filter(isSerious))
  const level = new ClassicLevel<string, string>(path, { compression })
  await openLevel(level, path)
  const damage = [...before, ...(await droppedOnOpening(path))]
  await dropCopy(path)
  const token = randomUUID()
  await holdStore(path, token, clock.now())
  let known: FileSeal = { ...seal, clean: false, damage: damage.filter(isSerious) }
  await writeSeal(path, known)

  const keeper: StoreKeeper = {
    damage,
    sealedHead: seal.heads[namespace],
    async checkFiles() {
      const names = new Set(known.damage.map((one) => one.type === 'file' && one.name))
      const found = await checkTables(path, known)
      return [...known.damage, ...found.filter((one) => one.type !== 'file' || !names.has(one.name))]
    },
    async repaired() {
      known = { ...unsealed }
      await writeSeal(path, known)
    },
    async compact() {
      await rewriteFiles(level, compression, async () => {
        known = { ...known, files: {} }
        await writeSeal(path, known)
      })
      return true
    },
    async close(head) {
      await level.close()
      if ((await readHolder(path))?.token !== token) return
      const files = await digestFiles(path, known.files)
      const { sequence, link } = head
      const further = sequence >= (known.heads[namespace]?.sequence ?? 0)
      const heads = further ? { ...known.heads, [namespace]: { sequence, link } } : known.heads
      await writeSeal(path, { ...known, clean: true, files, heads })
      await releaseStore(path)
    },
  }
  const memory = assembleMemory({ ...rest, namespace, clock, sha256: options.sha256 ?? sha256, store: level }, keeper)
  await memory.opened().catch(async (error: unknown) => {
    await memory.close()
    throw error
  })
  return memory
}

/**
 * Has LevelDB salvage a store that can't be opened at all. Then open it with `onDamage: 'report'` and run `repair()`.
 */
export async function salvageFiles(path: string): Promise<void> {
  await ClassicLevel.repair(path)
}

async function inspectFiles(path: string, { check = 'tail' }: OpenMemoryOptions) {
  const seal = await readSeal(path)
  if (!seal) {
    const damage: Damage[] = [{ type: 'file', name: 'artoo-seal.json', problem: 'unreadable' }]
    return { seal: unsealed, damage }
  }
  const found = await checkFiles(path, seal, check)
  return { seal, damage: [...seal.damage, ...found] }
}

async function openLevel(level: ClassicLevel<string, string>, path: string): Promise<void> {
  try {
    await level.open()
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
    if (code === 'LEVEL_LOCKED') throw lockedError(path, await readHolder(path), error)
    const reason = cause instanceof Error ? cause.message : String(error)
    throw new ArtooError('store_damaged', `LevelDB can't open ${path}: ${reason} Run salvageFiles(path).`, {
      field: 'path',
      cause: error,
    })
  }
}

const sha256 = (text: string): string => hash('sha256', text)
