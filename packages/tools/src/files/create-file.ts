import { link, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { drafted } from './draft-folder.js'
import { errnoOf } from './file-error.js'

export interface Created {
  /** As the caller wrote it. */
  readonly path: string
  readonly real: string
  /** Part of the name of the draft. */
  readonly id: string
  readonly signal: AbortSignal
  /** @defaultValue the system's */
  readonly linkTo?: typeof link | undefined
}

/**
 * Creates a file with the directories above it. A reader sees all of it or none, and a file that is there already is left alone.
 *
 * @throws {ArtooError} `law1_refused`
 */
export async function createFile({ path, real, id, signal, linkTo = link }: Created, content: string): Promise<void> {
  signal.throwIfAborted()
  await makeDirectory(dirname(real))
  signal.throwIfAborted()
  try {
    await drafted(real, id, async (draft) => {
      await writeFile(draft, content, { flag: 'wx' })
      signal.throwIfAborted()
      await linkTo(draft, real).catch((error) => {
        if (!withoutLinks.includes(errnoOf(error) ?? '')) throw error
        return writeFile(real, content, { flag: 'wx' })
      })
    })
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw appeared(path)
    throw error
  }
}

/** Answers of file systems that know no hard links. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV']

export const appeared = (path: string) =>
  new ArtooError('law1_refused', `write_file would overwrite ${path}, which appeared meanwhile; ask again`)

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause
    throw new ArtooError('path_not_found', `${directory} is a file, not a directory`, { field: 'path', cause })
  }
}
