import { statsOf } from './file-place.js'
import { fileVersion } from './file-version.js'
import { lineCount } from './line-count.js'
import type { SeenFiles } from './seen-files.js'

export interface Written {
  readonly taskId: string
  readonly real: string
  readonly content: string
  /** Nothing of it is left from what the run wasn't shown. */
  readonly isWhole: boolean
}

/** A run knows what it wrote itself. */
export async function rememberWritten(seen: SeenFiles, { taskId, real, content, isWhole }: Written): Promise<void> {
  const stats = await statsOf(real)
  if (stats === null) return
  const lines = lineCount(content)
  seen.add(
    taskId,
    { real, stats },
    { version: fileVersion(content), lines, shown: isWhole ? [{ first: 1, last: lines }] : [] },
  )
}
