import { accessSync, constants, lstatSync, type Stats } from 'node:fs'
import { modeBits } from './record-line.js'

/** A file as it is seen without reading it. Flat, since there is one for each file of a root. */
export interface FileLook {
  readonly isReadable: boolean
  /** Bytes. */
  readonly size: number
  readonly mode: number
  readonly device: number
  readonly inode: number
  /** Milliseconds since the Unix epoch at which the content was changed. */
  readonly changed: number
  /** The same of the content, the mode or the name. No program can set it. */
  readonly touched: number
  /** Whether a later change gives the file other times: not when it was touched just now. */
  readonly isSettled: boolean
}

/** Milliseconds in which a file may change twice and have the same times, on the file system with the coarsest clock. */
const tick = 2_000

/**
 * The file or folder at a path, which is not readable when it is a folder; null where there is neither. A look takes less time than waiting
 * for it would.
 */
export function lookAt(place: string): FileLook | null {
  const now = Date.now()
  const stats = statsOf(place)
  if (!stats?.isFile() && !stats?.isDirectory()) return null
  const mode = stats.mode & modeBits
  return {
    isReadable: stats.isFile() && ((mode & 0o444) === 0o444 || canRead(place)),
    size: stats.size,
    mode,
    device: stats.dev,
    inode: stats.ino,
    changed: stats.mtimeMs,
    touched: stats.ctimeMs,
    isSettled: stats.ctimeMs < now - tick,
  }
}

/** Whether a file has the content that it had. */
export const isUnchanged = (before: FileLook | null | undefined, now: FileLook | undefined): boolean =>
  before?.isSettled === true && stamps.every((name) => before[name] === now?.[name])

const stamps = ['inode', 'size', 'mode', 'changed', 'touched', 'device'] as const

function statsOf(place: string): Stats | null {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function canRead(place: string): boolean {
  try {
    accessSync(place, constants.R_OK)
    return true
  } catch {
    return false
  }
}
