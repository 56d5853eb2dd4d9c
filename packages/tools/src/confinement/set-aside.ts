import { lstat, rename } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { atPlace } from '../files/open-folder.js'
import { obeyedBy } from '../law1/obeyed-files.js'

/** A file or folder that a command made and that a program would obey by itself. */
export interface SetAside {
  /** Relative to the root. */
  readonly path: string
  readonly by: string
  /** The name under which it lies beside now, relative to the root. */
  readonly now: string
}

const suffix = '.unconfirmed'

/** Renames what is new among obeyed places, so that nobody obeys it. What can't be renamed is an error, not a silence. */
export async function setAside(
  root: string,
  before: readonly string[],
  after: readonly string[],
): Promise<readonly SetAside[]> {
  const known = new Set(before)
  const moved: SetAside[] = []
  for (const place of after) {
    if (known.has(place) || place.endsWith(suffix)) continue
    const path = relative(root, place).replaceAll(sep, '/')
    const now = `${place}${await atPlace(root, place, renamed)}`
    moved.push({ path, by: obeyedBy(path) ?? 'a program', now: relative(root, now).replaceAll(sep, '/') })
  }
  return moved
}

/** Renames a place. Resolves to what its name ends in now. */
async function renamed(place: string): Promise<string> {
  let ending: string = suffix
  for (let count = 2; await exists(place + ending); count++) ending = `.${count}${suffix}`
  await rename(place, place + ending)
  return ending
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )
