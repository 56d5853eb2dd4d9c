import type { Stats } from 'node:fs'
import { chmod, rename, writeFile } from 'node:fs/promises'
import { ArtooError } from '@artoo/spec'
import { drafted } from './draft-folder.js'
import { statsOf } from './file-place.js'

export interface Replaced {
  /** As the caller wrote it. */
  readonly path: string
  readonly real: string
  /** From before the file was read. */
  readonly stats: Stats
  /** Part of the name of the draft. */
  readonly id: string
  readonly signal: AbortSignal
}

/**
 * Readers see the old content or the new, never a part: written beside, then renamed over. Keeps the file's mode.
 *
 * @throws {ArtooError} `stale` when the file isn't any more what was measured.
 */
export async function replaceFile({ path, real, stats, id, signal }: Replaced, content: string): Promise<void> {
  signal.throwIfAborted()
  await drafted(real, id, async (draft) => {
    await writeFile(draft, content, { flag: 'wx' })
    await chmod(draft, stats.mode)
    signal.throwIfAborted()
    const now = await statsOf(real)
    if (now === null || !isSame(now, stats)) {
      throw new ArtooError('stale', `${path} changed at this very moment: read_file it again`, { field: 'path' })
    }
    await rename(draft, real)
  })
}

const isSame = (one: Stats, other: Stats) =>
  (['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((part) => one[part] === other[part])
