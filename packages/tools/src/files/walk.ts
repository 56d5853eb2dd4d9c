import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from './file-error.js'

export interface WalkOptions {
  /** Whether to look into a directory of this name so many levels below the start. */
  readonly enter: (name: string, level: number) => boolean
  readonly signal: AbortSignal
}

export interface Entry {
  /** Relative to the start, with slashes. */
  readonly path: string
  readonly kind: 'file' | 'directory' | 'other'
}

/**
 * Yields the entries below a directory. Symbolic links are `other` and are not followed; entries that can't be read, or
 * no longer, are left out. Directories are read piece by piece, and the signal stops the walk between any two entries.
 */
export async function* walkEntries(directory: string, { enter, signal }: WalkOptions): AsyncGenerator<Entry> {
  const waiting = [{ path: '', level: 0 }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { path, level } = place
    for await (const entry of entriesOf(join(directory, path))) {
      signal.throwIfAborted()
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && enter(entry.name, level)) waiting.push({ path: inside, level: level + 1 })
      yield { path: inside, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other' }
    }
  }
}

/** The paths of the files alone. */
export async function* walk(directory: string, options: WalkOptions): AsyncGenerator<string> {
  for await (const { path, kind } of walkEntries(directory, options)) if (kind === 'file') yield path
}

const unreadable: ReadonlySet<string | null> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG'])

async function* entriesOf(directory: string) {
  try {
    yield* await opendir(directory)
  } catch (error) {
    if (!unreadable.has(errnoOf(error))) throw error
  }
}
