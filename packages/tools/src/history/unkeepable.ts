import { ArtooError, errorMessage } from '@artoo/spec'

/** The error of a folder in which the states of files can't be kept. */
export function unkeepable(folder: string, cause: unknown): ArtooError {
  const remedy =
    'set XDG_STATE_HOME or give snapshots: { folder }, a folder that can be written, or snapshots: false, which keeps nothing'
  const message = `the states of files can't be kept in ${folder}: ${errorMessage(cause)}; ${remedy}`
  return new ArtooError('no_state_folder', message, { field: 'snapshots', cause })
}
