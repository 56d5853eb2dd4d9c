import { chmod, lstat, mkdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessErrno } from '@artoo/spec/node'
import { drafted } from '../files/draft-folder.js'
import { type FileState, isSameState, modeBits, sha256Of } from './record-line.js'

/** The file at a path; null where there is none, `else` for a folder, a link or a device. */
export type Standing = FileState | 'else' | null

export const isAt = (standing: Standing, state: FileState | null) => standing !== 'else' && isSameState(standing, state)

export async function standingAt(path: string): Promise<Standing> {
  const standing = async (): Promise<Standing> => {
    const stats = await lstat(path)
    return stats.isFile() ? { sha256: sha256Of(await readFile(path)), mode: stats.mode & modeBits } : 'else'
  }
  return standing().catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))
}

/** Whether the folders above a path that exist are no links. */
export async function liesInside(base: string, place: string): Promise<boolean> {
  for (let folder = dirname(place); folder.length > base.length; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => null)
    if (real !== null) return real === folder
  }
  return true
}

export interface Restored {
  readonly place: string
  /** The state that is replaced. */
  readonly from: FileState | null
  /** Null removes the file. */
  readonly to: { readonly content: Buffer; readonly mode: number } | null
  /** Part of the name of the draft. */
  readonly id: string
}

/** Brings a file to a state, in one step. @returns false when it was changed meanwhile. */
export async function restore({ place, from, to, id }: Restored): Promise<boolean> {
  // The last look: between it and the change lies no other call of ours.
  const isUntouched = async () => isAt(await standingAt(place), from)
  if (to === null) {
    const may = await isUntouched()
    if (may) await rm(place, { force: true })
    return may
  }
  let isRestored = false
  await mkdir(dirname(place), { recursive: true })
  await drafted(place, id, async (draft) => {
    await writeFile(draft, to.content, { flag: 'wx', flush: true })
    await chmod(draft, to.mode)
    if (!(await isUntouched())) return
    await rename(draft, place)
    isRestored = true
  })
  return isRestored
}

/** Removes those of the folders that are empty, the innermost ones first. */
export async function removeEmpty(base: string, folders: readonly string[]): Promise<void> {
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    const place = join(base, folder)
    // A folder that can't be removed holds a file, or has another owner by now.
    if (await liesInside(base, place)) await rmdir(place).catch(() => {})
  }
}
