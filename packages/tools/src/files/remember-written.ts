import { statsOf } from './file-place.js'
import type { FileRoot } from './file-root.js'
import { fileVersion } from './file-version.js'
import { lineCount } from './line-count.js'
import type { SeenFiles } from './seen-files.js'

export interface Written {
  readonly taskId: string
  readonly real: string
  readonly content: string
  /** True when the run wrote or was shown every line of it. */
  readonly isWhole: boolean
}

/** Records that a run has seen a file that it wrote. */
export async function rememberWritten(
  root: FileRoot,
  seen: SeenFiles,
  { taskId, real, content, isWhole }: Written,
): Promise<void> {
  const stats = await root.at(real, statsOf)
  if (stats === null) return
  const lines = lineCount(content)
  seen.add(
    taskId,
    { real, stats },
    { version: fileVersion(content), lines, shown: isWhole ? [{ first: 1, last: lines }] : [] },
  )
}
