import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from './file-error.js'
import { openFolder } from './open-folder.js'

export interface WalkOptions {
  /** Whether to look into a directory of this name so many levels below the start. */
  readonly enter: (name: string, level: number) => boolean
  readonly signal?: AbortSignal | undefined
  /** The real location of the folder in or below the base at which the walk begins. @defaultValue the base */
  readonly start?: string | undefined
}

export interface Entry {
  /** Relative to the start, with slashes. */
  readonly path: string
  readonly kind: 'file' | 'directory' | 'other'
}

/**
 * Yields the entries below a folder. Symbolic links are `other` and are not followed; entries that can't be read, or
 * no longer, are left out. Directories are read piece by piece, and the signal stops the walk between any two entries.
 */
export async function* walkEntries(base: string, { enter, signal, start = base }: WalkOptions): AsyncGenerator<Entry> {
  const waiting = [{ path: '', level: 0 }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { path, level } = place
    for await (const entry of entriesOf(base, join(start, path))) {
      signal?.throwIfAborted()
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && enter(entry.name, level)) waiting.push({ path: inside, level: level + 1 })
      yield { path: inside, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other' }
    }
  }
}

/** The paths of the files alone. */
export async function* walk(base: string, options: WalkOptions): AsyncGenerator<string> {
  for await (const { path, kind } of walkEntries(base, options)) if (kind === 'file') yield path
}

const unreadable: ReadonlySet<string | null> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG'])

async function* entriesOf(base: string, folder: string) {
  try {
    const opened = await openFolder(base, folder)
    try {
      yield* await opendir(opened.place)
    } finally {
      opened.close()
    }
  } catch (error) {
    if (!unreadable.has(errnoOf(error))) throw error
  }
}
