import type { ClassicLevel } from 'classic-level'
import type { Mark } from '../integrity/compare-mark.js'
import { isSerious } from '../integrity/damage.js'
import type { StoreKeeper } from '../store-keeper.js'
import { digestFiles, type FileSeal, unsealed, writeSeal } from './file-seal.js'
import type { Hold } from './holder.js'
import { type Inspection, inspectOpenFiles } from './inspect-files.js'
import { openMarks } from './mark.js'
import { dropCopy, rewriteFiles } from './rewrite-files.js'

export interface DiskKeeperOptions {
  readonly hold: Hold
  readonly inspection: Inspection
  /** The namespace's mark so far. */
  readonly mark: Mark & { readonly name: string }
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
    async close(head) {
      let inOrder = false
      try {
        await level.close()
        const files = await digestFiles(path, known.files)
        await writeSeal(path, { ...known, files, marks: withMark(head) })
        inOrder = true
      } finally {
        await marks.close(inOrder)
        await hold.release()
      }
    },
  }
}
