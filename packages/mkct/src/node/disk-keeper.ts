/// <reference types="node" />
import { watch } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oneByOne } from '@artoo/spec'
import type { ClassicLevel } from 'classic-level'
import { isSerious } from '../journal/damage.js'
import type { StoreKeeper, Swap } from '../journal/store-keeper.js'
import { copyInto } from '../store/store.js'
import { digestFiles, type FileSeal, type SealedMark, unsealed, writeSeal } from './file-seal.js'
import { type Inspection, inspectFiles } from './inspect-files.js'
import { isLevelFile, tablesInUse } from './level-files.js'
import { openMarks } from './mark.js'
import { copyFiles, reopenFiles, swapFiles } from './rewrite-files.js'

export interface DiskKeeperOptions {
  readonly release: () => Promise<void>
  readonly inspection: Inspection
  /** The namespace's mark so far. */
  readonly mark: SealedMark & { readonly name: string }
  readonly compression: boolean
}

/** Takes charge of the files of a store that has just been opened. */
export function createDiskKeeper(
  level: ClassicLevel<string, string>,
  { release, inspection, mark, compression }: DiskKeeperOptions,
): StoreKeeper {
  const path = level.location
  const { damage } = inspection.seal
  let known: FileSeal = { ...inspection.seal, damage: damage.filter(isSerious) }
  const marks = openMarks(path, mark.name)
  /** No seal undoes a later one, and no seal is made while files are swapped. */
  const inTurn = oneByOne()
  let looking = false

  async function seal(change: Partial<FileSeal>): Promise<void> {
    const next = { ...known, ...change }
    await writeSeal(path, next)
    known = next
  }

  /** Seals the tables. If that fails, on a full disk for example, the next look tries again. */
  function sealTables(): void {
    if (looking) return
    looking = true
    const look = async () => {
      looking = false
      const tables = tablesInUse(level)
      await seal({ files: await digestFiles(path, tables, tables, known.files) })
    }
    inTurn(look).catch(() => undefined)
  }

  const stopWatching = watchRemovals(path, (name) => {
    // LevelDB drops a log, or the tables that it merged, once the new ones are in use.
    if (isLevelFile(name)) sealTables()
  })

  /** Writes the result of `sealed` to the seal before the swap. */
  async function rewrite(
    fill: (fresh: typeof level) => Promise<void>,
    swap: Swap,
    sealed: () => Partial<FileSeal>,
  ): Promise<void> {
    const files = await copyFiles(path, compression, fill)
    const job = async () => {
      await seal(sealed())
      await swapFiles(level, files)
    }
    await swap(() => inTurn(job))
    sealTables()
  }

  sealTables()
  return {
    damage,
    mark: mark.revision > 0 ? mark : undefined,
    checked: mark.checked,
    committed: marks.set,
    async checkFiles() {
      return inTurn(async () => (await inspectFiles(path, true)).seal.damage)
    },
    compact: (swap) =>
      rewrite(
        (fresh) => copyInto(fresh, level),
        swap,
        () => ({ files: {} }),
      ),
    async rebuild({ gte, lt }, fill, swap) {
      const fillAll = async (fresh: typeof level) => {
        await copyInto(fresh, level, { lt: gte }, true)
        await copyInto(fresh, level, { gte: lt }, true)
        await fill(fresh)
      }
      await rewrite(fillAll, swap, () => {
        // Other namespaces may have lost entries with damaged files, and so may this one in a crash now: their next
        // opening checks everything.
        const unchecked = Object.entries(known.marks).map(([name, other]) => [name, { ...other, checked: 0 }])
        return { ...unsealed, marks: Object.fromEntries(unchecked) }
      })
    },
    async reopen() {
      if (level.status === 'open') await makeSureOfRoom(path)
      await inTurn(() => reopenFiles(level))
      sealTables()
    },
    async close(head, isSound) {
      let inOrder = false
      stopWatching()
      try {
        const tables = tablesInUse(level)
        await level.close()
        await inTurn(async () => {
          const { revision, sequence, link } = head.revision > mark.revision ? head : mark
          const own = { revision, sequence, link, checked: isSound ? head.sequence : mark.checked }
          const names = (await readdir(path)).filter(isLevelFile)
          const files = await digestFiles(path, names, tables, known.files)
          await seal({ files, marks: { ...known.marks, [mark.name]: own } })
        })
        inOrder = true
      } finally {
        await level.close()
        await marks.close(inOrder)
        await release()
      }
    },
  }
}

/**
 * Watches a directory for renamed and removed files. If that is impossible, tables are sealed only on opening and
 * closing.
 */
function watchRemovals(path: string, onRename: (name: string) => void): () => void {
  try {
    const watcher = watch(path, { persistent: false }, (event, name) => {
      if (event === 'rename' && name !== null) onRename(name)
    })
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}

/** LevelDB needs room for what is in its log to open again: while there is none, the store had better stay open for readers. */
async function makeSureOfRoom(path: string): Promise<void> {
  const logs = (await readdir(path)).filter((name) => name.endsWith('.log'))
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(path, name))).size))
  const file = join(path, 'artoo-room')
  try {
    await writeFile(file, Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0)), { flush: true })
  } finally {
    await rm(file, { force: true })
  }
}
