import type { Stats } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { errnoOf } from './file-error.js'
import { statsOf } from './file-place.js'

/** With the directories above it. A file that is there already is left alone. @throws {ArtooError} `law1_refused` */
export async function createFile(path: string, real: string, content: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await makeDirectory(dirname(real))
  signal.throwIfAborted()
  try {
    await writeFile(real, content, { flag: 'wx' })
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw appeared(path)
    throw error
  }
}

export const appeared = (path: string) =>
  new ArtooError('law1_refused', `write_file would overwrite ${path}, which appeared meanwhile; ask again`)

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause
    throw new ArtooError('path_not_found', `${directory} is a file, not a directory`, { field: 'path', cause })
  }
}

export interface Replaced {
  /** As the caller wrote it. */
  readonly path: string
  readonly real: string
  /** From before the file was read. */
  readonly stats: Stats
}

/**
 * Readers see the old content or the new, never a part: written beside, then renamed over. Keeps the file's mode.
 *
 * @throws {ArtooError} `stale` when the file isn't any more what was measured.
 */
export async function replaceFile(
  { path, real, stats }: Replaced,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const beside = await mkdtemp(join(dirname(real), '.artoo-'))
  try {
    const draft = join(beside, basename(real))
    await writeFile(draft, content, { flag: 'wx' })
    await chmod(draft, stats.mode)
    signal.throwIfAborted()
    const now = await statsOf(real)
    if (now === null || !isSame(now, stats)) {
      throw new ArtooError('stale', `${path} changed at this very moment: read_file it again`, { field: 'path' })
    }
    await rename(draft, real)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

const isSame = (one: Stats, other: Stats) =>
  (['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((part) => one[part] === other[part])
