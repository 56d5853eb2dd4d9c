import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { stateFolder } from '@artoo/spec/node'
import { fileHistory, type WritableHistory } from './file-history.js'
import { unkeepable } from './unkeepable.js'

export interface SnapshotOptions {
  /**
   * Keeps both states of each file that file tools write, so that a task's changes can be shown and taken back, and the words of commands that
   * may have changed something: in the state folder of the root, or in a folder of your own outside of it. `false` keeps nothing. What is 30
   * days old is removed.
   *
   * @defaultValue true
   */
  readonly snapshots?: boolean | { readonly folder: string } | undefined
}

/** @throws {ArtooError} `invalid_option`, `unsafe_snapshots` for a folder that the tools would reach. */
export function historyOption(root: string, { snapshots = true }: SnapshotOptions): WritableHistory | undefined {
  if (snapshots === false) return undefined
  if (snapshots === true) return fileHistory({ root, folder: () => opened(root, join(stateFolder({ root }), 'files')) })
  const folder: unknown = (snapshots as { readonly folder?: unknown } | null)?.folder
  if (typeof folder !== 'string' || folder === '') {
    throw new ArtooError('invalid_option', 'snapshots is true, false or { folder }, the path of a folder', {
      field: 'snapshots',
    })
  }
  assertOutside(root, resolve(folder))
  return fileHistory({ root, folder: () => opened(root, resolve(folder)) })
}

/** Created when a change is asked about, when links on the way can be followed. */
function opened(root: string, folder: string): string {
  const real = writable(folder)
  assertOutside(realpathSync.native(root), real)
  return real
}

function writable(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return realpathSync.native(folder)
  } catch (cause) {
    throw unkeepable(folder, cause)
  }
}

function assertOutside(root: string, folder: string): void {
  const way = relative(root, folder)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return
  const message = `the states of files would be kept in ${folder}, which the tools reach: give snapshots a folder outside of ${root}, or set XDG_STATE_HOME`
  throw new ArtooError('unsafe_snapshots', message, { field: 'snapshots' })
}
