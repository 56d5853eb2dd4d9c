import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessErrno } from '@artoo/spec/node'
import { atPlace } from '../files/open-folder.js'

/** A file or a symbolic link. */
export interface FileState {
  /** SHA-1 by which git names its content; of a link the path that it leads to. */
  readonly id: string
  readonly kind: 'file' | 'link'
  /** Permission bits, of a link 0. */
  readonly mode: number
}

/** The file with the stamp by which a change of it is noticed without reading it. */
export interface Standing extends FileState {
  readonly stamp: string
}

/** Looks at a path below a root. Null when it is missing or lies behind a link: none is followed below the root. */
export const lookBelow = <T>(root: string, path: string, look: (place: string) => Promise<T>): Promise<T | null> =>
  atPlace(root, join(root, path), look).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))

/** The file or link at a path; null when it is missing, `folder` for a folder, and `else` for a device, a socket or a pipe. */
export async function standingAt(path: string): Promise<Standing | 'folder' | 'else' | null> {
  const stats = await statsOf(path)
  if (stats === null) return null
  if (stats.isDirectory()) return 'folder'
  if (stats.isSymbolicLink()) {
    return { id: idOf(Buffer.from(await readlink(path))), kind: 'link', mode: 0, stamp: stampOf(stats) }
  }
  const content = stats.isFile() ? await readFile(path, { flag: asItself }).catch(unlessErrno(null, 'ELOOP')) : null
  if (content === null) return 'else'
  return { id: idOf(content), kind: 'file', mode: stats.mode & 0o777, stamp: stampOf(stats) }
}

/** A link or a pipe that came there since is neither followed nor waited at. */
const asItself = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The stamp of what is at a path; null when nothing is. */
export async function stampAt(path: string): Promise<string | null> {
  const stats = await statsOf(path)
  return stats && stampOf(stats)
}

/** The same content; of permissions whether the user may execute it counts, as in git. */
export function isSame(one: FileState | null, other: FileState | null): boolean {
  if (one === null || other === null) return one === other
  return one.id === other.id && one.kind === other.kind && (one.mode & 0o100) === (other.mode & 0o100)
}

export const statsOf = (path: string) => lstat(path).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))

type Stats = NonNullable<Awaited<ReturnType<typeof statsOf>>>

const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats) => [dev, ino, size, mtimeMs, ctimeMs].join(' ')

function idOf(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}
