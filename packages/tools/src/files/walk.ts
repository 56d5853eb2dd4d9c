import { type Dirent, opendirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { errnoOf } from './file-error.js'
import { type OpenFolder, openFolder } from './open-folder.js'

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

/** Entries that are read at once from the system. */
const readAtOnce = 256
/** Entries after which others have their turn. */
const mostInTurn = 1_000

/**
 * Yields the entries below a folder. Symbolic links are `other` and are not followed; entries that can't be read, or
 * no longer, are left out. Directories are read piece by piece, and the signal stops the walk between any two entries.
 */
export async function* walkEntries(base: string, { enter, signal, start = base }: WalkOptions): AsyncGenerator<Entry> {
  const waiting = [{ path: '', level: 0 }]
  let count = 0
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { path, level } = place
    const folder = await openFolder(base, join(start, path)).catch(unlessUnreadable)
    for (const entry of entriesIn(folder)) {
      if (++count % mostInTurn === 0) await setImmediate()
      signal?.throwIfAborted()
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && enter(entry.name, level)) waiting.push({ path: inside, level: level + 1 })
      yield { path: inside, kind: kindOf(entry) }
    }
  }
}

/** The paths of the files alone. */
export async function* walk(base: string, options: WalkOptions): AsyncGenerator<string> {
  for await (const { path, kind } of walkEntries(base, options)) if (kind === 'file') yield path
}

const unreadable: ReadonlySet<string | null> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG'])

/** The entries of a folder, which is closed at their end. Waiting for each piece costs more than reading it, as for `openFolder`. */
function* entriesIn(opened: OpenFolder | null): Generator<Dirent> {
  if (opened === null) return
  try {
    const folder = opendirSync(opened.place, { bufferSize: readAtOnce })
    try {
      for (let entry = folder.readSync(); entry; entry = folder.readSync()) yield entry
    } finally {
      folder.closeSync()
    }
  } catch (error) {
    unlessUnreadable(error)
  } finally {
    opened.close()
  }
}

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'directory' : 'other'
}

function unlessUnreadable(error: unknown): null {
  if (unreadable.has(errnoOf(error))) return null
  throw error
}
