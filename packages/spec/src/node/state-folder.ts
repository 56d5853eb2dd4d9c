/// <reference types="node" />
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { assertOptions } from '../data/known-options.js'
import { isRecord } from '../data/objects.js'
import { errorMessage } from '../errors/error-message.js'
import { ArtooError } from '../errors/errors.js'

export interface StateFolderOptions {
  /** The folder that the tools of an instance work in. @defaultValue the current directory of the process */
  readonly root?: string | undefined
}

/**
 * The folder for what artoo keeps of the work in `root`: journals, memory, audit log. It lies outside of the root, so that no tool reaches it:
 * `$XDG_STATE_HOME/artoo/<hash of root>`, without that variable below `~/.local/state`, `~/Library/Application Support` or `%LOCALAPPDATA%`.
 * It is created when it is missing; nobody but the user may look into it.
 *
 * @throws {ArtooError} `invalid_option` for a root that is no path, `no_state_folder` when it can't be created.
 */
export function stateFolder(options: StateFolderOptions = {}): string {
  const { root = process.cwd() } = assertOptions(options, ['root'], { of: 'stateFolder' }) as StateFolderOptions
  if (typeof root !== 'string' || root === '') {
    throw new ArtooError('invalid_option', 'root must be the path of a directory', { field: 'root' })
  }
  const name = createHash('sha256').update(realPath(root)).digest('hex').slice(0, 32)
  try {
    const path = join(homeOfState(), 'artoo', name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
    return path
  } catch (cause) {
    const remedy = 'set XDG_STATE_HOME to a folder that can be written, or give a path'
    const message = `there is no place for what is kept of ${root}: ${errorMessage(cause)}; ${remedy}`
    throw new ArtooError('no_state_folder', message, { field: 'root', cause })
  }
}

/** One name for all links to a folder. */
function realPath(path: string): string {
  try {
    return realpathSync.native(resolve(path))
  } catch {
    return resolve(path)
  }
}

/** The XDG base directory specification has relative paths ignored. */
function homeOfState(): string {
  const { XDG_STATE_HOME: own = '', LOCALAPPDATA: local = '' } = process.env
  if (isAbsolute(own)) return own
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (process.platform === 'win32') return isAbsolute(local) ? local : join(homedir(), 'AppData', 'Local')
  return join(homedir(), '.local', 'state')
}

/**
 * The path of a store: the given path, or `name` in the state folder of a root.
 *
 * @throws {ArtooError} `invalid_option` for what is no path, and as `stateFolder` does.
 */
export function storePath(
  place: string | StateFolderOptions | undefined,
  { of, name, field }: StorePathOptions,
): string {
  if (typeof place === 'string' && place !== '') return place
  if (isRecord(place)) assertOptions(place, ['root'], { of })
  else if (place !== undefined) {
    const thing = field === 'directory' ? 'a directory' : 'a file'
    const message = `${of} takes the path of ${thing}, or { root } for the state folder of that root`
    throw new ArtooError('invalid_option', message, { field })
  }
  return join(stateFolder(place), name)
}

interface StorePathOptions {
  /** The function that was called, for the message. */
  readonly of: string
  /** The name in the state folder. */
  readonly name: string
  /** The kind of path, for the error: a directory, or a file. */
  readonly field: 'directory' | 'path'
}
