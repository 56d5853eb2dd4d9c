import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessErrno } from '@artoo/spec/node'
import { errnoOf } from '../files/file-error.js'
import { type FileState, isSame, stampAt, standingAt, statsOf } from './file-state.js'
import type { FileMove, MoveRecord } from './move-record.js'

export interface Writing extends Pick<MoveRecord, 'id' | 'moves'> {
  readonly root: string
  /** A folder with the files of the snapshot to be reached, each at its path. */
  readonly staged: string
}

/**
 * Brings each file from the state before to the one after. A reader sees the old content or the new one. May be carried out again.
 *
 * @returns the paths that are in neither state: these are left alone.
 */
export async function writeFiles({ root, moves, staged, id }: Writing): Promise<readonly string[]> {
  const others: string[] = []
  // Deletions first: a folder may become a file.
  for (const move of [...moves].sort((a, b) => Number(a.after !== null) - Number(b.after !== null))) {
    const place = join(root, move.path)
    const now = await standingIn(root, move)
    if (now === 'other') others.push(move.path)
    else if (!isSame(now, move.after)) {
      const stamp = now?.stamp ?? null
      const draft = draftOf(root, move.path, id)
      const done = move.after
        ? await write(place, { source: join(staged, move.path), after: move.after, draft, stamp })
        : await remove(root, place, stamp)
      if (!done) others.push(move.path)
    }
  }
  return others
}

/** The file of a move when it is in one of its two states. */
export async function standingIn(root: string, { path, before, after }: FileMove) {
  if (await isBehindLink(root, path)) return 'other'
  const standing = await standingAt(join(root, path))
  // A folder there is empty, or holds files that the move deletes: everything else is in the way.
  const now = standing === 'folder' && (before === null || after === null) ? null : standing
  if (now === 'folder' || now === 'else') return 'other'
  return isSame(now, before) || isSame(now, after) ? now : 'other'
}

/** Whether a folder on the way is a symbolic link: the file lies elsewhere then. */
async function isBehindLink(root: string, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ((await statsOf(join(root, folder)))?.isSymbolicLink()) return true
  }
  return false
}

/** Drafts that a process left when it died. */
export async function removeDrafts(root: string, { id, moves }: Pick<MoveRecord, 'id' | 'moves'>): Promise<void> {
  for (const { path } of moves) await removeFile(draftOf(root, path, id))
}

/** The path of the draft, beside its target, so that it can be renamed: a move writes one file at a time. */
const draftOf = (root: string, path: string, id: string) => join(dirname(join(root, path)), `.artoo-${id}.draft`)

interface Draft {
  readonly source: string
  readonly after: FileState
  readonly draft: string
  /** The stamp of the file that is replaced; null where there is none. */
  readonly stamp: string | null
}

/** @returns false when the file was changed meanwhile. */
async function write(place: string, { source, after, draft, stamp }: Draft): Promise<boolean> {
  if (!(await makeFolder(dirname(place)))) return false
  await removeFile(draft)
  try {
    if (after.kind === 'link') await symlink(await readlink(source), draft)
    else await copy(source, draft, after.mode)
    if (stamp === null) await removeEmptyFolder(place)
    // The last look: between it and the rename lies no other call of ours.
    if ((await stampAt(place)) !== stamp) return false
    await rename(draft, place)
    return true
  } finally {
    await removeFile(draft)
  }
}

/** @returns false when a file stands in its place. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { recursive: true })
    return true
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return false
    throw error
  }
}

async function copy(source: string, draft: string, mode: number): Promise<void> {
  await copyFile(source, draft, constants.COPYFILE_EXCL)
  await chmod(draft, mode)
  const file = await open(draft, 'r+').catch(() => null)
  await file?.sync()
  await file?.close()
}

async function remove(root: string, place: string, stamp: string | null): Promise<boolean> {
  if ((await stampAt(place)) !== stamp) return false
  await unlink(place)
  for (let folder = dirname(place); folder !== root; folder = dirname(folder)) {
    if (!(await removeEmptyFolder(folder))) break
  }
  return true
}

/** Removes a file. A missing one is not an error. */
async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(unlessErrno(undefined, 'ENOENT', 'ENOTDIR'))
}

/** @returns whether there was one. */
async function removeEmptyFolder(path: string): Promise<boolean> {
  const removed = rmdir(path).then(() => true)
  return removed.catch(unlessErrno(false, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EBUSY', 'EACCES', 'EPERM'))
}
