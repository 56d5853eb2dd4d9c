/// <reference types="node" />
import { rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import type { Damage } from '../integrity/damage.js'
import { readChecked, writeChecked } from './checked-json.js'

/** Who has the store open: LevelDB's own lock keeps others out, but doesn't say whom to ask. */
const name = 'artoo-holder.json'

export interface Holder {
  readonly token: string
  readonly pid: number
  readonly host: string
  /** ISO 8601. */
  readonly since: string
}

export async function holdStore(path: string, token: string, now: number): Promise<void> {
  const holder: Holder = { token, pid: process.pid, host: hostname(), since: new Date(now).toISOString() }
  await writeChecked(join(path, name), holder)
}

export async function readHolder(path: string): Promise<Holder | null> {
  const holder = await readChecked(join(path, name))
  return holder ? (holder as unknown as Holder) : null
}

/** What a crash left of it may have been altered since. */
export async function checkHolder(path: string): Promise<readonly Damage[]> {
  return (await readChecked(join(path, name))) === null ? [{ type: 'file', name, problem: 'unreadable' }] : []
}

export async function releaseStore(path: string): Promise<void> {
  await rm(join(path, name), { force: true })
}

/** Tells openings apart, also those that fail: LevelDB begins a new diary before it does anything else. */
export async function openingOf(path: string): Promise<string> {
  const diary = await stat(join(path, 'LOG'), { bigint: true }).catch(() => null)
  return diary ? `${diary.ino} ${diary.birthtimeNs}` : ''
}

/** While a store's files are swapped LevelDB's lock is open: then the holder's word must do. */
export async function refuseLiveHolder(path: string): Promise<void> {
  const holder = await readHolder(path)
  if (holder && holder.host === hostname() && holder.pid !== process.pid && isAlive(holder.pid)) {
    throw lockedError(path, holder, undefined)
  }
}

/**
 * The files of a store that is open change under the eyes of whoever checks them. Unless it was closed in order or its
 * holder is known to be dead, LevelDB is asked, without letting it touch more than its diary.
 *
 * @throws {ArtooError} `store_locked`
 */
export async function refuseOpenStore(path: string, closedInOrder = false): Promise<void> {
  const holder = await readHolder(path)
  if (holder ? holder.host === hostname() && !isAlive(holder.pid) : closedInOrder) return
  const level = new ClassicLevel(path, { createIfMissing: false, errorIfExists: true })
  const error: unknown = await level.open().catch((error: unknown) => error)
  if (isLocked(error)) throw lockedError(path, holder, error)
}

export function isLocked(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'LEVEL_LOCKED'
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export function lockedError(path: string, holder: Holder | null, cause: unknown): ArtooError {
  const who = holder
    ? `process ${holder.pid} on ${holder.host}, since ${holder.since}${holder.pid === process.pid ? ' (this process)' : ''}`
    : 'another process'
  return new ArtooError('store_locked', `${path} is held by ${who}. Close that memory, or use another path.`, {
    field: 'path',
    ...(cause !== undefined && { cause }),
  })
}
