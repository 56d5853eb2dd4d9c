import { randomUUID } from 'node:crypto'
import type { ClassicLevel } from 'classic-level'
import type { Mark } from '../integrity/compare-mark.js'
import { isSerious } from '../integrity/damage.js'
import type { StoreKeeper } from '../store-keeper.js'
import { digestFiles, type FileSeal, unsealed, writeSeal } from './file-seal.js'
import { holdStore, openingOf, readHolder, releaseStore } from './holder.js'
import { type Inspection, inspectOpenFiles } from './inspect-files.js'
import { openMarks } from './mark.js'
import { dropCopy, rewriteFiles } from './rewrite-files.js'

export interface DiskKeeperOptions {
  readonly inspection: Inspection
  /** The namespace's mark so far. */
  readonly mark: Mark & { readonly name: string }
  readonly compression: boolean
  /** ms since the Unix epoch. */
  readonly now: number
}

/** Takes charge of the files of a store that LevelDB has just locked. */
export async function createDiskKeeper(
  level: ClassicLevel<string, string>,
  { inspection, mark, compression, now }: DiskKeeperOptions,
): Promise<StoreKeeper> {
  const path = level.location
  const token = randomUUID()
  const { damage } = inspection.seal
  let known: FileSeal = { ...inspection.seal, damage: damage.filter(isSerious) }
  await dropCopy(path)
  await holdStore(path, token, now)
  if (!inspection.intact) await writeSeal(path, known)
  const marks = openMarks(path, mark)

  function withMark({ revision, sequence, link }: Mark): FileSeal['marks'] {
    const further = revision > (known.marks[mark.name]?.revision ?? 0)
    return further ? { ...known.marks, [mark.name]: { revision, sequence, link } } : known.marks
  }

  return {
    damage,
    mark: mark.revision > 0 ? mark : undefined,
    committed: marks.set,
    checkFiles: () => inspectOpenFiles(path),
    async repaired(head) {
      known = { ...unsealed, marks: withMark(head) }
      await writeSeal(path, known)
      marks.set(head)
    },
    async compact() {
      await rewriteFiles(level, compression, async () => {
        known = { ...known, files: {} }
        await writeSeal(path, known)
      })
      return true
    },
    /** LevelDB's lock is open while the files are sealed: whoever opens the store meanwhile must not be sealed in. */
    async close(head) {
      const lastOpening = await openingOf(path)
      await level.close()
      const isAlone = async () => (await openingOf(path)) === lastOpening && (await readHolder(path))?.token === token
      let inOrder = false
      try {
        const files = (await isAlone()) ? await digestFiles(path, known.files) : null
        if (!files || !(await isAlone())) return
        await writeSeal(path, { ...known, files, marks: withMark(head) })
        inOrder = await isAlone()
      } finally {
        await marks.close(inOrder)
      }
      if (inOrder) await releaseStore(path)
    },
  }
}
