import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { isInside, unlessErrno } from '@artoo/spec/node'
import { atPlace, type StepOptions } from './open-folder.js'

/** The most characters of a path; no system takes more. */
export const longestPath = 4096

export interface FileRoot {
  /** The root with every symbolic link resolved, as it was when first asked for. */
  directory(): Promise<string>
  /**
   * Returns the real location of `path` (relative to the root, or absolute), with links followed. It need not exist:
   * the nearest existing parent counts.
   *
   * @throws {ArtooError} `path_outside_root`, also when a symbolic link on the way leads out or is broken.
   */
  resolve(path: string): Promise<string>
  /**
   * Lends a path to the file or folder at a real location, as `resolve` returns it. No link that was put on the way since is
   * followed. The path is good until `act` is done, and its last name is to be opened without following links.
   */
  at<T>(real: string, act: (place: string) => Promise<T>, options?: StepOptions): Promise<T>
  /** One name for all spellings of a path inside: `./a//b` is `a/b`, and so is its absolute path. Links are not looked at. */
  nameOf(path: string): string
}

/** Confines paths to one directory. */
export function fileRoot(root: string): FileRoot {
  let known: Promise<string> | undefined
  const directory = () => (known ??= realpath(root).catch(forget))
  const forget = (error: unknown) => {
    known = undefined
    throw error
  }
  return {
    directory,
    async resolve(path) {
      const base = await directory()
      const asked = resolve(base, path)
      // An absolute path may go by the root's own name, which may be a link.
      const named = isInside(base, asked) || isInside(resolve(root), asked)
      if (path.includes('\0') || !named) throw outside(path)
      const real = await realLocation(asked, path)
      if (!isInside(base, real)) throw outside(path)
      return real
    },
    at: async (real, act, options) => atPlace(await directory(), real, act, options),
    nameOf(path) {
      const base = resolve(root)
      const asked = resolve(base, path)
      return isInside(base, asked) ? relative(base, asked).replaceAll(sep, '/') || '.' : path
    },
  }
}

const missing = unlessErrno(null, 'ENOENT', 'ENOTDIR')

const realLocation = async (absolute: string, shown: string): Promise<string> =>
  (await realpath(absolute).catch(missing)) ?? locationBelow(absolute, shown)

/** The location of a missing path: that of its nearest parent, and the rest. */
async function locationBelow(absolute: string, shown: string): Promise<string> {
  for (let parent = absolute; ; parent = dirname(parent)) {
    // A path may have 2,000 parents that are missing, and `realpath` looks at all above each of them.
    const stats = await lstat(parent).catch(missing)
    const real = stats && (await realpath(parent).catch(missing))
    if (real !== null) return join(real, absolute.slice(parent.length))
    if (stats?.isSymbolicLink()) throw outside(shown)
  }
}

const outside = (path: string) =>
  new ArtooError('path_outside_root', `${path} lies outside the root directory; use a path inside it`, {
    field: 'path',
  })
