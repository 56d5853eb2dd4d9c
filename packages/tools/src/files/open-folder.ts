import { constants, existsSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { errnoOf } from './file-error.js'

/** A folder that stays the same one, whatever is put in the place of its names. */
export interface OpenFolder {
  /** A path that leads to the folder as long as it is open. */
  readonly place: string
  close(): Promise<void>
}

export interface StepOptions {
  /** Whether missing folders are created. @defaultValue false */
  readonly makes?: boolean | undefined
}

const descriptors = '/proc/self/fd'

/** `O_PATH` of Linux, which Node does not name: the right to enter a folder is enough. */
const pathOnly = 0o10000000
const asFolder = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Opens a folder in or below `base`, step by step: a symbolic link on the way is an error (`ENOTDIR`), and one that comes
 * there later is not followed. Where the system has no `/proc/self/fd` the folder's own path is used instead.
 */
export async function openFolder(base: string, folder: string, { makes }: StepOptions = {}): Promise<OpenFolder> {
  if (process.platform !== 'linux' || !existsSync(descriptors)) {
    if (makes) await mkdir(folder, { recursive: true })
    return { place: folder, close: async () => {} }
  }
  let handle = await open(base, asFolder)
  for (const name of relative(base, folder).split(sep)) {
    if (name === '') continue
    const above = handle
    handle = await entered(placeIn(above, name), makes).finally(() => above.close())
  }
  return { place: placeIn(handle), close: () => handle.close() }
}

/** Lends a path to a file or folder in or below `base` that no link leads astray; only its last name is yet to be looked up. */
export async function atPlace<T>(
  base: string,
  real: string,
  act: (place: string) => Promise<T>,
  options?: StepOptions,
): Promise<T> {
  const [folder, name] = relative(base, real) === '' ? [base, '.'] : [dirname(real), basename(real)]
  const opened = await openFolder(base, folder, options)
  try {
    return await act(`${opened.place}${sep}${name}`)
  } finally {
    await opened.close()
  }
}

async function entered(place: string, makes = false): Promise<FileHandle> {
  try {
    return await open(place, asFolder)
  } catch (error) {
    if (!makes || errnoOf(error) !== 'ENOENT') throw error
    await mkdir(place).catch((failed) => {
      if (errnoOf(failed) !== 'EEXIST') throw failed
    })
    return open(place, asFolder)
  }
}

const placeIn = ({ fd }: FileHandle, ...names: readonly string[]) => join(descriptors, String(fd), ...names)
