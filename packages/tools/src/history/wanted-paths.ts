import { posix } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { belowRoot } from '../files/below-root.js'
import { pathMatcher } from '../pins/path-matcher.js'

/**
 * Whether a file is meant by one of the paths: by its name, by that of a folder above it, or by a glob.
 *
 * @throws {ArtooError} `invalid_option`, `path_outside_root`
 */
export function wantedPaths(paths: readonly string[] | undefined, roots: readonly string[]): (path: string) => boolean {
  if (paths === undefined) return () => true
  if (!Array.isArray(paths) || paths.some((path: unknown) => typeof path !== 'string' || path === '')) {
    throw new ArtooError('invalid_option', 'paths is an array of files and folders', { field: 'paths' })
  }
  const matchers = paths.map((given) => {
    const path = posix.normalize(belowRoot(roots, given)).replace(/\/$/, '')
    if (path === '..' || path.startsWith('../') || posix.isAbsolute(path)) {
      const message = `${given} lies outside of ${roots[0]}: give paths inside of it`
      throw new ArtooError('path_outside_root', message, { field: 'paths' })
    }
    const matchesGlob = globMatcher(path)
    return (name: string) => path === '.' || name === path || name.startsWith(`${path}/`) || matchesGlob(name)
  })
  return (name) => matchers.some((matches) => matches(name))
}

/** A name such as `[id].ts` is a glob, too; one that is no glob that is known here is a name only. */
function globMatcher(path: string): (name: string) => boolean {
  try {
    return pathMatcher(path)
  } catch {
    return () => false
  }
}
