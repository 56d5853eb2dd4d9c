import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { ArtooError } from '@artoo/spec'
import { unlessErrno } from '@artoo/spec/node'
import { fileError } from './file-error.js'
import type { FileRoot } from './file-root.js'

/** The location of a path, with links followed. */
export interface Place {
  readonly real: string
  /** Null when the path does not exist. */
  readonly stats: Stats | null
}

/** @throws {ArtooError} as `FileRoot.resolve` does. */
export async function locate(root: FileRoot, path: string): Promise<Place> {
  try {
    const real = await root.resolve(path)
    return { real, stats: await root.at(real, statsOf).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR')) }
  } catch (error) {
    throw fileError(error, path)
  }
}

/** The stats of what is at a place itself: links are not followed. Null when nothing is. */
export const statsOf = (place: string): Promise<Stats | null> =>
  lstat(place).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))

export function assertRegular(stats: Stats, path: string): void {
  if (stats.isDirectory()) {
    throw new ArtooError('path_is_directory', `${path} is a directory; list_files shows what is in it`, {
      field: 'path',
    })
  }
  if (!stats.isFile()) throw new ArtooError('path_not_a_file', `${path} is not a regular file`, { field: 'path' })
}
