import { globPattern } from '../files/glob-pattern.js'
import { plainName } from '../law1/plain-name.js'

/**
 * Whether a path lies in what a glob names. A glob without wildcards names a folder with all in it, too.
 *
 * @throws {ArtooError} `pattern_invalid`, `path_outside_root`
 */
export function pathMatcher(glob: string): (path: string) => boolean {
  const { matches } = globPattern(glob)
  if (/[*?[\]{}\\]/.test(glob)) return matches
  const plain = glob.replace(/^(\.\/+)+/, '').replace(/\/+$/, '')
  return (path) => plain === '.' || path === plain || path.startsWith(`${plain}/`)
}

/** The same for a path as a file system without upper case compares it. */
export function plainMatcher(glob: string): (path: string) => boolean {
  const matches = pathMatcher(glob)
  return (path) => matches(path) || matches(path.split('/').map(plainName).join('/'))
}
