import type { Stats } from 'node:fs'
import { rename } from 'node:fs/promises'
import { ArtooError } from '@artoo/spec'
import { drafted } from './draft-folder.js'
import { statsOf } from './file-place.js'

export interface Replaced {
  /** As the caller wrote it. */
  readonly path: string
  /** A path to the file, as `FileRoot.at` lends it. */
  readonly place: string
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
export async function replaceFile({ path, place, stats, id, signal }: Replaced, content: string): Promise<void> {
  signal.throwIfAborted()
  await drafted(place, id, { content, mode: stats.mode }, async (draft) => {
    signal.throwIfAborted()
    const now = await statsOf(place)
    if (now === null || !isSame(now, stats)) {
      throw new ArtooError('stale', `${path} changed at this very moment: read_file it again`, { field: 'path' })
    }
    await rename(draft, place)
  })
}

const isSame = (one: Stats, other: Stats) =>
  (['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((part) => one[part] === other[part])
