/// <reference types="node" />
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { ArtooError } from '@artoo/spec'

const key = Symbol.for('artoo.insight.held-files')
/** Files that this process holds; shared by all copies of this package. */
const shared = globalThis as { [key]?: Set<string> }
shared[key] ??= new Set()
const held = shared[key]

/**
 * Keeps other processes from writing to `path` until it is released or this process dies: a file beside it names the holder,
 * and that of a dead one counts for nothing. Gives the release.
 *
 * @throws {ArtooError} `audit_log_locked`, naming the process.
 */
export function holdFile(path: string): () => void {
  const lock = `${path}.lock`
  if (!take(lock)) {
    const holder = holderOf(lock)
    if (holder !== null) throw locked(path, holder)
    rmSync(lock, { force: true })
    if (!take(lock)) throw locked(path, holderOf(lock))
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    rmSync(lock, { force: true })
  }
}

/** False when there is such a file already. */
function take(lock: string): boolean {
  try {
    const file = openSync(lock, 'wx')
    writeSync(file, `${process.pid}`)
    closeSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The process that holds it; null when that is no more. A container's process often has the number of the one before it. */
function holderOf(lock: string): number | null {
  const pid = Number(readFileSync(lock, 'utf8'))
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  if (pid === process.pid) return held.has(lock) ? pid : null
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? null : pid
  }
}

function locked(path: string, holder: number | null): ArtooError {
  const message = `${path} is being written by process ${holder ?? 'unknown'}: give each process a file of its own, or, if that is none of artoo's, delete ${path}.lock`
  return new ArtooError('audit_log_locked', message, { field: 'path' })
}
