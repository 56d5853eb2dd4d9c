/// <reference types="node" />
import { watch } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClassicLevel } from 'classic-level'
import type { Mark } from '../integrity/compare-mark.js'
import { isSerious } from '../integrity/damage.js'
import { copyInto } from '../store.js'
import type { StoreKeeper, Swap } from '../store-keeper.js'
import { digestFiles, type FileSeal, type SealedMark, unsealed, writeSeal } from './file-seal.js'
import type { Hold } from './holder.js'
import { type Inspection, inspectFiles } from './inspect-files.js'
import { isLevelFile, tablesInUse } from './level-files.js'
import { openMarks } from './mark.js'
import { dropCopy, finishRewrite, rewriteFiles } from './rewrite-files.js'

export interface DiskKeeperOptions {
  readonly hold: Hold
  readonly inspection: Inspection
  /** The namespace's mark so far. */
  readonly mark: SealedMark & { readonly name: string }
  readonly compression: boolean
}

/** Takes charge of the files of a store that has just been opened. */
export async function createDiskKeeper(
  level: ClassicLevel<string, string>,
  { hold, inspection, mark, compression }: DiskKeeperOptions,
): Promise<StoreKeeper> {
  const path = level.location
  const { damage } = inspection.seal
  let known: FileSeal = { ...inspection.seal, damage: damage.filter(isSerious) }
  await dropCopy(path)
  if (!inspection.intact) await writeSeal(path, known)
  const marks = openMarks(path, mark)
  let sealing: Promise<unknown> = Promise.resolve()
  let looking = false

  /** One after another: no seal undoes a later one, and none is made while files are swapped. */
  function inTurn(job: () => Promise<void>): Promise<void> {
    const done = sealing.then(job)
    sealing = done.catch(() => undefined)
    return done
  }

  function seal(change: (before: FileSeal) => Promise<FileSeal> | FileSeal): Promise<void> {
    return inTurn(() => sealNow(change))
  }

  async function sealNow(change: (before: FileSeal) => Promise<FileSeal> | FileSeal): Promise<void> {
    const next = await change(known)
    await writeSeal(path, next)
    known = next
  }

  /** What can't be sealed now, on a full disk say, is at the next look. */
  function sealTables(): void {
    if (looking) return
    looking = true
    const look = async (before: FileSeal) => {
      looking = false
      const tables = tablesInUse(level)
      return { ...before, files: await digestFiles(path, tables, tables, before.files) }
    }
    seal(look).catch(() => undefined)
  }

  const stopWatching = watchRemovals(path, (name) => {
    // LevelDB drops a log, or the tables that it merged, once the new ones are in use.
    if (isLevelFile(name)) sealTables()
  })

  /** The seal that `sealed` gives is written before the swap. */
  async function rewrite(
    fill: (fresh: typeof level) => Promise<void>,
    swap: Swap,
    sealed: (before: FileSeal) => FileSeal,
  ): Promise<void> {
    await rewriteFiles(level, compression, fill, (job) =>
      swap(() =>
        inTurn(async () => {
          await sealNow(sealed)
          await job()
        }),
      ),
    )
    sealTables()
  }

  function withMark({ revision, sequence, link }: Mark, checked: number): FileSeal['marks'] {
    const before = known.marks[mark.name] ?? { revision: 0 }
    const further = revision > before.revision ? { revision, sequence, link } : before
    return { ...known.marks, [mark.name]: { ...mark, ...further, checked } }
  }

  sealTables()
  return {
    damage,
    mark: mark.revision > 0 ? mark : undefined,
    checked: mark.checked,
    committed(head) {
      marks.set(head)
    },
    async checkFiles() {
      await sealing
      return (await inspectFiles(path, true)).seal.damage
    },
    compact: (swap) =>
      rewrite(
        (fresh) => copyInto(fresh, level),
        swap,
        (before) => ({ ...before, files: {} }),
      ),
    async rebuild({ gte, lt }, fill, swap) {
      const fillAll = async (fresh: typeof level) => {
        await copyInto(fresh, level, { lt: gte }, true)
        await copyInto(fresh, level, { gte: lt }, true)
        await fill(fresh)
      }
      await rewrite(fillAll, swap, ({ marks: old }) => {
        // What other namespaces lost with damaged files, or this one in a crash now, their next opening looks for.
        const unchecked = Object.entries(old).map(([name, other]) => [name, { ...other, checked: 0 }])
        return { ...unsealed, marks: Object.fromEntries(unchecked) }
      })
    },
    async reopen() {
      if (level.status === 'open') await makeSureOfRoom(path)
      await inTurn(async () => {
        await level.close()
        await finishRewrite(path)
        await level.open()
      })
      sealTables()
    },
    async close(head, isSound) {
      let inOrder = false
      stopWatching()
      try {
        const tables = tablesInUse(level)
        await level.close()
        const checked = isSound ? head.sequence : mark.checked
        await seal(async (before) => ({
          ...before,
          files: await digestFiles(path, (await readdir(path)).filter(isLevelFile), tables, before.files),
          marks: withMark(head, checked),
        }))
        inOrder = true
      } finally {
        await level.close()
        await marks.close(inOrder)
        await hold.release()
      }
    },
  }
}

/** Where a directory can't be watched, tables are sealed on opening and closing only. */
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
