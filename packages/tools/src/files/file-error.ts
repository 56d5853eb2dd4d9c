import { ArtooError } from '@artoo/spec'

export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

const meanings = {
  ENOENT: ['path_not_found', 'does not exist'],
  ENOTDIR: ['path_not_found', 'does not exist: a part of the path is a file'],
  EISDIR: ['path_is_directory', 'is a directory, not a file'],
  EACCES: ['permission_denied', 'may not be accessed: permission denied'],
  EPERM: ['permission_denied', 'may not be accessed: permission denied'],
  ENAMETOOLONG: ['path_invalid', 'has a name that is too long'],
  ELOOP: ['path_invalid', 'is a symbolic link that leads in a circle'],
} as const

/** A file system error as an `ArtooError` with a stable code, when its meaning is known; else the error itself. */
export function fileError(error: unknown, path: string): unknown {
  const code = errnoOf(error)
  if (code === null || !(code in meanings)) return error
  const [stable, sentence] = meanings[code as keyof typeof meanings]
  return new ArtooError(stable, `${path} ${sentence}`, { field: 'path', cause: error })
}
