import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { errnoOf } from './file-error.js'

export interface WalkOptions {
  /** Whether to look into a directory of this name so many levels below the start. */
  readonly enter: (name: string, level: number) => boolean
  readonly signal: AbortSignal
}

/**
 * The files below a directory, as paths relative to it with slashes. Neither lists nor follows symbolic links; leaves
 * out what it may not or no longer read. Reads directories piece by piece and stops at the signal between any two entries.
 */
export async function* walk(directory: string, { enter, signal }: WalkOptions): AsyncGenerator<string> {
  const waiting = [{ path: '', level: 0 }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { path, level } = place
    for await (const entry of entriesOf(join(directory, path))) {
      signal.throwIfAborted()
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isFile()) yield inside
      else if (entry.isDirectory() && enter(entry.name, level)) waiting.push({ path: inside, level: level + 1 })
    }
  }
}

const unreadable: ReadonlySet<string | null> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG'])

async function* entriesOf(directory: string) {
  try {
    yield* await opendir(directory)
  } catch (error) {
    if (!unreadable.has(errnoOf(error))) throw error
  }
}
