import { constants } from 'node:fs'
import { lstat, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessErrno } from '@artoo/spec/node'
import { drafted } from '../files/draft-folder.js'
import { atPlace } from '../files/open-folder.js'
import { type FileState, isSameState, modeBits, sha256Of } from './record-line.js'

/** The file at a path; null where there is none, `else` for a folder, a link or a device. */
export type Standing = FileState | 'else' | null

export const isAt = (standing: Standing, state: FileState | null) => standing !== 'else' && isSameState(standing, state)

/** Follows no link below `base`. */
export const standingAt = (base: string, place: string): Promise<Standing> =>
  atPlace(base, place, standing).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))

async function standing(path: string): Promise<Standing> {
  const stats = await lstat(path)
  const content = stats.isFile() ? await readFile(path, { flag: asItself }).catch(unlessErrno(null, 'ELOOP')) : null
  if (content === null) return 'else'
  return { sha256: sha256Of(content), mode: stats.mode & modeBits }
}

const asItself = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Whether the folders above a path that exist are no links. */
export async function liesInside(base: string, place: string): Promise<boolean> {
  for (let folder = dirname(place); folder.length > base.length; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => null)
    if (real !== null) return real === folder
  }
  return true
}

export interface Restored {
  /** The folder below which no link is followed. */
  readonly base: string
  readonly place: string
  /** The state that is replaced. */
  readonly from: FileState | null
  /** Null removes the file. */
  readonly to: { readonly content: Buffer; readonly mode: number } | null
  /** Part of the name of the draft. */
  readonly id: string
}

/** Brings a file to a state, in one step. @returns false when it was changed meanwhile. */
export async function restore({ base, place, from, to, id }: Restored): Promise<boolean> {
  const bring = async (at: string) => {
    // The last look: between it and the change lies no other call of ours.
    const isUntouched = async () => isAt(await standing(at).catch(unlessErrno(null, 'ENOENT')), from)
    if (to === null) {
      const may = await isUntouched()
      if (may) await rm(at, { force: true })
      return may
    }
    let isRestored = false
    await drafted(at, id, { ...to, flush: true }, async (draft) => {
      if (!(await isUntouched())) return
      await rename(draft, at)
      isRestored = true
    })
    return isRestored
  }
  return atPlace(base, place, bring, { makes: to !== null }).catch(unlessErrno(false, 'ENOENT', 'ENOTDIR'))
}

/** Removes those of the folders that are empty, the innermost ones first. */
export async function removeEmpty(base: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    // A folder that can't be removed holds a file, or has another owner by now.
    await atPlace(base, join(base, folder), rmdir).catch(() => {})
  }
}
