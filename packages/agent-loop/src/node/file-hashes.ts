import { createHash } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { lstat, readdir, readlink, realpath } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArtooError, errorCode } from '@artoo/spec'
import { type GlobPattern, globPattern } from '@artoo/tools/node'
import { unlessErrno } from './errno.js'
import { isInside } from './is-inside.js'

/** What stands in the place of a hash for a file that isn't there, and for a glob that names none. */
const absent = 'absent'

/**
 * SHA-256 of files by path. A path may be a file, a folder or a glob: what is there by that very name comes first. No glob looks
 * into `node_modules` and `.git`.
 */
export async function hashesOf(
  directory: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const root = await realpath(directory)
  const hashes: [string, string][] = []
  for (const path of paths) {
    const files = await filesOf(root, path, signal)
    if (files.length === 0) hashes.push([path, absent])
    for (const file of files) hashes.push([file, await hashOf(root, file, signal)])
  }
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function filesOf(root: string, path: string, signal: AbortSignal): Promise<string[]> {
  const named = resolve(root, path)
  if (path.includes('\0') || !isInside(root, named)) {
    throw new ArtooError('path_outside_root', `${path} lies outside of the folder`, { field: 'path' })
  }
  const stats = await lstat(named).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))
  if (stats && !stats.isDirectory()) return [path]
  if (stats) return below(root, relative(root, named), () => true, signal)
  const glob = globOf(path)
  if (!glob) return []
  const { base, matches, mayEnter } = glob
  const start = base === '' ? 0 : base.split('/').length
  return (await below(root, base, (name, level) => mayEnter(name, start + level), signal)).filter(matches)
}

/** What is no glob was the name of a file. */
function globOf(path: string): GlobPattern | null {
  try {
    return globPattern(path)
  } catch (error) {
    if (errorCode(error) === 'pattern_invalid') return null
    throw error
  }
}

const leftOut: ReadonlySet<string> = new Set(['node_modules', '.git'])

async function below(
  root: string,
  start: string,
  mayEnter: (name: string, level: number) => boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = []
  const waiting = [{ folder: start, level: 0 }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    signal.throwIfAborted()
    const { folder, level } = place
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
      unlessErrno<Dirent[]>([], 'ENOENT', 'ENOTDIR'),
    )
    for (const entry of entries.filter(({ name }) => !leftOut.has(name))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!entry.isDirectory()) found.push(path)
      else if (mayEnter(entry.name, level)) waiting.push({ folder: path, level: level + 1 })
    }
  }
  return found
}

/** Of a link, and of what is reached by one, where it leads counts as well: the content there may change unseen. */
async function hashOf(root: string, file: string, signal: AbortSignal): Promise<string> {
  const path = join(root, file)
  const hash = createHash('sha256')
  const real = await realpath(path).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR', 'ELOOP'))
  if (real !== path) hash.update(`link to ${real === null ? await readlink(path) : placeOf(root, real)}\0`)
  if (real !== null && (await lstat(real)).isFile())
    await pipeline(createReadStream(real), hash, { signal, end: false })
  return hash.digest('hex')
}

const placeOf = (root: string, real: string) => (isInside(root, real) ? relative(root, real) : real)
