import { createReadStream } from 'node:fs'
import { open, readlink, rename, rmdir, symlink, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessErrno } from '@artoo/spec/node'
import { atPlace } from '../files/open-folder.js'
import { type FileState, isSame, lookBelow, stampAt, standingAt, statsOf } from './file-state.js'
import type { FileMove, MoveRecord } from './move-record.js'

export interface Writing extends Pick<MoveRecord, 'id' | 'moves'> {
  readonly root: string
  /** A folder with the files of the snapshot to be reached, each at its path. */
  readonly staged: string
}

/**
 * Brings each file from the state before to the one after. A reader sees the old content or the new one. May be carried out again. No link
 * below the root is followed, also where another process puts it there meanwhile.
 *
 * @returns the paths that are in neither state: these are left alone.
 */
export async function writeFiles({ root, moves, staged, id }: Writing): Promise<readonly string[]> {
  const others: string[] = []
  // Deletions first: a folder may become a file.
  for (const move of [...moves].sort((a, b) => Number(a.after !== null) - Number(b.after !== null))) {
    const now = await standingIn(root, move)
    if (now === 'other') others.push(move.path)
    else if (!isSame(now, move.after)) {
      const stamp = now?.stamp ?? null
      const done = move.after
        ? await write(root, move.path, { source: join(staged, move.path), after: move.after, id, stamp })
        : await remove(root, move.path, stamp)
      if (!done) others.push(move.path)
    }
  }
  return others
}

/** The file of a move when it is in one of its two states. */
export async function standingIn(root: string, { path, before, after }: FileMove) {
  if (await isBehindLink(root, path)) return 'other'
  const standing = await lookBelow(root, path, standingAt)
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
  for (const { path } of moves) await lookBelow(root, path, (place) => removeFile(draftOf(place, id)))
}

/** The path of the draft, beside its target, so that it can be renamed: a move writes one file at a time. */
const draftOf = (place: string, id: string) => join(dirname(place), `.artoo-${id}.draft`)

interface Draft {
  readonly source: string
  readonly after: FileState
  /** Part of the name of the draft. */
  readonly id: string
  /** The stamp of the file that is replaced; null where there is none. */
  readonly stamp: string | null
}

/** @returns false when the file was changed meanwhile, or a file or link stands in the place of a folder. */
async function write(root: string, path: string, { source, after, id, stamp }: Draft): Promise<boolean> {
  const bring = async (place: string) => {
    const draft = draftOf(place, id)
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
  return atPlace(root, join(root, path), bring, { makes: true }).catch(unlessErrno(false, 'EEXIST', 'ENOTDIR'))
}

/** Goes by the descriptor of the draft: a link that somebody puts in its place leads neither content nor mode away. */
async function copy(source: string, draft: string, mode: number): Promise<void> {
  const file = await open(draft, 'wx')
  try {
    await writeFile(file, createReadStream(source))
    await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** @returns false when the file was changed meanwhile. */
async function remove(root: string, path: string, stamp: string | null): Promise<boolean> {
  const isRemoved = await lookBelow(root, path, async (place) => {
    if ((await stampAt(place)) !== stamp) return false
    await unlink(place)
    return true
  })
  if (!isRemoved) return false
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (!(await lookBelow(root, folder, removeEmptyFolder))) break
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
