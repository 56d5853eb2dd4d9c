import { closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, relative, sep } from 'node:path'
import { errnoOf } from './file-error.js'

/** A folder that stays the same one, whatever is put in the place of its names. */
export interface OpenFolder {
  /** A path that leads to the folder as long as it is open. */
  readonly place: string
  close(): void
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
export async function openFolder(
  base: string,
  folder: string,
  { makes = false }: StepOptions = {},
): Promise<OpenFolder> {
  if (!hasDescriptors()) {
    if (makes) await mkdir(folder, { recursive: true })
    return { place: folder, close: () => {} }
  }
  // A step reads nothing from a disk that is slow, and a walk takes many: waiting for each costs three times as much.
  let descriptor = openSync(base, asFolder)
  for (const name of relative(base, folder).split(sep)) {
    if (name === '') continue
    const above = descriptor
    try {
      descriptor = entered(`${descriptors}/${above}/${name}`, makes)
    } finally {
      closeSync(above)
    }
  }
  return { place: `${descriptors}/${descriptor}`, close: () => closeSync(descriptor) }
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
    opened.close()
  }
}

function entered(place: string, makes: boolean): number {
  try {
    return openSync(place, asFolder)
  } catch (error) {
    if (!makes || errnoOf(error) !== 'ENOENT') throw error
    try {
      mkdirSync(place)
    } catch (failed) {
      if (errnoOf(failed) !== 'EEXIST') throw failed
    }
    return openSync(place, asFolder)
  }
}

let known: boolean | undefined
const hasDescriptors = () => (known ??= process.platform === 'linux' && existsSync(descriptors))
