/// <reference types="node" />
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { parseObject } from '../journal-entry.js'

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
  await writeFile(join(path, name), JSON.stringify(holder))
}

export async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(join(path, name), 'utf8').catch(() => '')
  const holder = parseObject(text)
  return typeof holder?.pid === 'number' ? (holder as unknown as Holder) : null
}

export async function releaseStore(path: string): Promise<void> {
  await rm(join(path, name), { force: true })
}

/** While a store's files are swapped LevelDB's lock is open: then the holder's word must do. */
export async function refuseLiveHolder(path: string): Promise<void> {
  const holder = await readHolder(path)
  if (holder && holder.host === hostname() && holder.pid !== process.pid && isAlive(holder.pid)) {
    throw lockedError(path, holder, undefined)
  }
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
