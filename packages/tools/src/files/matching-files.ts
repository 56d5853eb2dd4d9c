import { join } from 'node:path'
import type { FileRoot } from './file-root.js'
import { globPattern } from './glob-pattern.js'
import { walk } from './walk.js'

/** Directories that no search looks into. */
export const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git'])

export interface MatchingFile {
  /** Relative to the root, as the pattern has it. */
  readonly path: string
  /** The absolute path, with links followed. */
  readonly real: string
}

export async function matchingFiles(root: FileRoot, pattern: string, signal: AbortSignal): Promise<MatchingFile[]> {
  const { base, matches: fits, mayEnter } = globPattern(pattern)
  const names = base === '' ? [] : base.split('/')
  if (names.some((name) => leftOut.has(name))) return []
  // A pattern may name a symbolic link: only where that really leads counts.
  const start = await root.resolve(base)
  const enter = (name: string, level: number) => !leftOut.has(name) && mayEnter(name, names.length + level)
  const found: MatchingFile[] = []
  for await (const inside of walk(await root.directory(), { start, enter, signal })) {
    const path = base === '' ? inside : `${base}/${inside}`
    if (!leftOut.has(inside.slice(inside.lastIndexOf('/') + 1)) && fits(path)) {
      found.push({ path, real: join(start, inside) })
    }
  }
  return found
}
