/// <reference types="node" />
import { rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import type { ClassicLevel } from 'classic-level'
import { isLevelError } from '../store/store-error.js'
import { readChecked, writeChecked } from './checked-json.js'
import { levelDb } from './level-files.js'

const name = 'artoo-holder.json'
const lockName = 'artoo-lock'
const places = Symbol.for('artoo.mkct.places')

interface Holder {
  readonly pid: number
  readonly host: string
  /** ISO 8601. */
  readonly since: string
}

/** The directories that this process holds, by device and inode; shared by all copies of this package. */
const shared = globalThis as { [places]?: Set<string> }
shared[places] ??= new Set()
const held = shared[places]

/**
 * Keeps others out of a path until it is released or the process dies. The store's own lock can't do that: it is open while
 * the files are checked, sealed and swapped. An empty LevelDB beside them has no other use than its lock, and a file says
 * whom to ask. Within the process nobody may even try that lock: POSIX drops it when any descriptor of its file is closed.
 * Gives the release.
 *
 * @throws {ArtooError} `store_locked`, naming the holder.
 */
export async function holdStore(path: string, now: number): Promise<() => Promise<void>> {
  const { dev, ino } = await stat(path, { bigint: true })
  const place = `${dev} ${ino}`
  if (held.has(place)) throw await lockedError(path)
  held.add(place)
  let lock: ClassicLevel | null = null
  async function release(): Promise<void> {
    if (lock) await rm(join(path, name), { force: true })
    await lock?.close()
    held.delete(place)
  }
  try {
    lock = await openLock(path)
    const holder: Holder = { pid: process.pid, host: hostname(), since: new Date(now).toISOString() }
    await writeChecked(join(path, name), holder)
    return release
  } catch (error) {
    await release()
    throw error
  }
}

async function openLock(path: string): Promise<ClassicLevel> {
  const location = join(path, lockName)
  const { ClassicLevel: Level } = await levelDb()
  const lock = new Level(location)
  try {
    await lock.open()
  } catch (error) {
    if (isLevelError(error, 'LEVEL_LOCKED')) throw await lockedError(path, error)
    await Level.destroy(location)
    await lock.open()
  }
  return lock
}

export async function lockedError(path: string, cause?: unknown): Promise<ArtooError> {
  const holder = (await readChecked(join(path, name))) as Holder | null | undefined
  const who = holder
    ? `process ${holder.pid} on ${holder.host}, since ${holder.since}${holder.pid === process.pid ? ' (this process)' : ''}`
    : 'another process'
  return new ArtooError('store_locked', `${path} is held by ${who}. Close that memory, or use another path.`, {
    field: 'path',
    ...(cause !== undefined && { cause }),
  })
}
