import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ArtooError, assertOptions, errorMessage } from '@artoo/spec'

export interface RootOptions {
  /** A directory that exists, absolute or relative to the current one. */
  readonly root: string
}

/**
 * The root as an absolute path, so that a later change of the current directory doesn't move it.
 *
 * @throws {ArtooError} `invalid_option`, whose `field` is `root` or the unknown option.
 */
export function rootOption(of: string, options: unknown = {}, others: readonly string[] = []): string {
  const aliases = { dir: 'root', cwd: 'root', path: 'root' }
  const { root } = assertOptions(options, ['root', ...others], { of, aliases })
  if (typeof root !== 'string' || root === '') {
    const got = root === undefined ? 'nothing' : root === '' ? 'an empty string' : `a ${typeof root}`
    throw invalid(`${of} needs { root }, the path of a directory, not ${got}`)
  }
  const absolute = resolve(root)
  if (!isDirectory(of, absolute)) throw invalid(`the root of ${of}, ${absolute}, is not a directory`)
  return absolute
}

function isDirectory(of: string, path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (cause) {
    throw invalid(`the root of ${of} can't be used: ${errorMessage(cause)}`, cause)
  }
}

const invalid = (message: string, cause?: unknown) =>
  new ArtooError('invalid_option', message, { field: 'root', cause })
