import { link, writeFile } from 'node:fs/promises'
import { ArtooError } from '@artoo/spec'
import { drafted } from './draft-folder.js'
import { errnoOf } from './file-error.js'

export interface Created {
  /** As the caller wrote it. */
  readonly path: string
  /** A path to the file in its folder, as `FileRoot.at` lends it. */
  readonly place: string
  /** Part of the name of the draft. */
  readonly id: string
  readonly signal: AbortSignal
  /** @defaultValue the system's */
  readonly linkTo?: typeof link | undefined
}

/**
 * Creates a file. A reader sees all of it or none, and a file that is there already is left alone.
 *
 * @throws {ArtooError} `law1_refused`
 */
export async function createFile({ path, place, id, signal, linkTo = link }: Created, content: string): Promise<void> {
  signal.throwIfAborted()
  try {
    await drafted(place, id, { content }, async (draft) => {
      signal.throwIfAborted()
      await linkTo(draft, place).catch((error) => {
        if (!withoutLinks.includes(errnoOf(error) ?? '')) throw error
        return writeFile(place, content, { flag: 'wx' })
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
