import type { Stats } from 'node:fs'
import { ArtooError } from '@artoo/spec'
import { boundedBytes } from './bounded-bytes.js'
import { decodeText } from './decode-text.js'
import { fileError } from './file-error.js'
import { assertRegular } from './file-place.js'
import type { FileRoot } from './file-root.js'
import { fileVersion } from './file-version.js'

/** The most bytes of a file that is changed: 16 MiB. */
export const mostChanged = 16_777_216

/** A file as it is now, for whoever means to change it. */
export interface PresentFile {
  /** As the caller wrote it. */
  readonly path: string
  readonly real: string
  readonly stats: Stats
  readonly bytes: number
  readonly content: Buffer
  readonly version: string
  /** Null when it is no UTF-8 text. */
  readonly text: string | null
}

/** @throws {ArtooError} `path_is_directory`, `path_not_a_file`, `file_too_large`, `permission_denied`. */
export async function presentFile(
  root: FileRoot,
  path: string,
  { real, stats }: { readonly real: string; readonly stats: Stats },
  signal: AbortSignal,
): Promise<PresentFile> {
  assertRegular(stats, path)
  const found = stats.size > mostChanged ? null : await bytesOf(root, path, real, signal)
  if (found === null) throw tooLarge(path)
  return {
    path,
    real,
    stats,
    bytes: found.length,
    content: found,
    version: fileVersion(found),
    text: decodeText(found),
  }
}

async function bytesOf(root: FileRoot, path: string, real: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    return await root.at(real, (place) => boundedBytes(place, mostChanged, signal))
  } catch (error) {
    throw fileError(error, path)
  }
}

export const tooLarge = (path: string) =>
  new ArtooError('file_too_large', `${path} has more than ${mostChanged} bytes, which only the shell can change`, {
    field: 'path',
  })
