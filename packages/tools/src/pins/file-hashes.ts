import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArtooError, errorCode } from '@artoo/spec'
import { isInside, unlessErrno } from '@artoo/spec/node'
import { type GlobPattern, globPattern } from '../files/glob-pattern.js'
import { plainName } from '../law1/plain-name.js'
import { packageDigest } from './package-digest.js'

export interface FindOptions {
  /** Names of folders that no wildcard looks into. */
  readonly skip: readonly string[]
  readonly signal: AbortSignal
}

/**
 * The paths that a path names under a root, which has no links on its way: a file, a folder or a glob. A file of
 * exactly that name comes first.
 *
 * @throws {ArtooError} `path_outside_root`
 */
export async function filesNamed(root: string, path: string, options: FindOptions): Promise<readonly string[]> {
  const named = resolve(root, path)
  if (path.includes('\0') || !isInside(root, named)) {
    throw new ArtooError('path_outside_root', `${path} lies outside of the folder`, { field: 'path' })
  }
  const stats = await lstat(named).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))
  if (stats && !stats.isDirectory()) return [relative(root, named).replaceAll(sep, '/')]
  if (stats) return below(root, relative(root, named), () => true, options)
  const glob = globOf(path)
  if (!glob) return []
  const { base, matches, mayEnter } = glob
  const start = base === '' ? 0 : base.split('/').length
  const found = await below(root, base, (name, level) => mayEnter(name, start + level), options)
  // A file system that ignores case finds these, too.
  return found.filter((file) => matches(file) || matches(file.split('/').map(plainName).join('/')))
}

/** The pattern of a path; null for a path that is not a valid glob, which was the name of a file. */
function globOf(path: string): GlobPattern | null {
  try {
    return globPattern(path)
  } catch (error) {
    if (errorCode(error) === 'pattern_invalid') return null
    throw error
  }
}

async function below(
  root: string,
  start: string,
  mayEnter: (name: string, level: number) => boolean,
  { skip, signal }: FindOptions,
): Promise<string[]> {
  const found: string[] = []
  const waiting = [{ folder: start.replaceAll(sep, '/'), level: 0 }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    signal.throwIfAborted()
    const { folder, level } = place
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
      unlessErrno([], 'ENOENT', 'ENOTDIR'),
    )
    for (const entry of entries.filter(({ name }) => !skip.includes(name))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!entry.isDirectory()) found.push(path)
      else if (mayEnter(entry.name, level)) waiting.push({ folder: path, level: level + 1 })
    }
  }
  return found
}

/**
 * SHA-256 of a file; for a `package.json`, of the parts that decide what its commands do. For a link, or a file behind
 * one, the place where it leads counts as well: the content there may change unseen.
 */
export async function hashOf(root: string, file: string, signal: AbortSignal): Promise<string> {
  const path = join(root, file)
  const hash = createHash('sha256')
  const real = await realpath(path).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR', 'ELOOP'))
  if (real !== path) hash.update(`link to ${real === null ? await readlink(path) : placeOf(root, real)}\0`)
  if (real === null || !(await lstat(real)).isFile()) return hash.digest('hex')
  if (basename(file) === 'package.json') hash.update(packageDigest(await readFile(real, { signal })))
  else await pipeline(createReadStream(real), hash, { signal, end: false })
  return hash.digest('hex')
}

const placeOf = (root: string, real: string) => (isInside(root, real) ? relative(root, real) : real)
