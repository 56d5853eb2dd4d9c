import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { isInside, stateFolder } from '@artoo/spec/node'

/**
 * The folder in which artoo keeps something of a loop: in the state folder of the user's folder.
 *
 * @throws {ArtooError} `invalid_option` when it lies in the user's folder.
 */
export function ownFolder(root: string, loopId: string, name: string): string {
  const folder = join(stateFolder({ root }), name, nameOf(loopId))
  if (!isInside(root, folder)) return folder
  const message = `${folder} lies inside of ${root}: set XDG_STATE_HOME to a folder outside of it`
  throw new ArtooError('invalid_option', message, { field: 'directory' })
}

/** Ids of loops may hold any character. */
export const nameOf = (loopId: string) => createHash('sha256').update(loopId).digest('hex').slice(0, 24)
