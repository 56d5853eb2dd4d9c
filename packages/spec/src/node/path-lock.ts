/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ArtooError } from '../errors/errors.js'
import type { Clock } from '../time/clock.js'
import { isProcessMark, markOfThisProcess, type ProcessMark, standingOf } from './process-mark.js'

export interface PathLockOptions {
  readonly clock: Clock
  /** Milliseconds that the lock stays with a silent process of which nothing is known. @defaultValue 15_000 */
  readonly leaseMs?: number | undefined
  /** A word about the holder for others, such as the id of a run. */
  readonly note?: string | undefined
  /** The code of the error for a path that is held. */
  readonly code: string
  /** The end of the message of that error. */
  readonly remedy: string
}

export interface PathLock {
  /** Aborts when the lock was found to be lost, with the error as its reason. */
  readonly lost: AbortSignal
  /** @throws {ArtooError} of the code of the options when another process has taken the lock over. */
  assertHeld(): void
  /** Removes the lock if it is still held. */
  release(): void
}

export interface LockHolder extends Pick<ProcessMark, 'pid' | 'host'> {
  readonly note: string | null
  /** The end of the lease in milliseconds since the Unix epoch. Null when the process table of this machine decides. */
  readonly until: number | null
  /** Whether the lock is held. */
  readonly isLive: boolean
}

interface LockRecord extends ProcessMark {
  readonly id: string
  readonly note: string | null
  readonly leaseMs: number
}

interface LockFile {
  readonly file: string
  readonly number: number
  /** Null for a file that is being written, or was altered. */
  readonly holder: LockHolder | null
  readonly isLive: boolean
}

const defaultLeaseMs = 15_000

/**
 * Takes the lock of a path: `<path>.lock.<number>`, a file that names the process. A process that is alive on this machine holds it until it
 * releases it, and a dead process holds it no more. Both are known where boot id, namespace and start of the process say so. Elsewhere the time
 * decides: the holder renews the time of its file three times a lease, and a file without renewal for the whole lease is free. The clocks of machines that share a
 * folder may therefore differ by less than the lease, and a process that was paused for longer finds the lock `lost`.
 *
 * A lock is taken over by making the file of the next number, which succeeds for one process alone. Files have no compare-and-swap: a process that is paused
 * between `assertHeld()` and a write may still write.
 *
 * @throws {ArtooError} of the code of the options, naming the holder, while the lock is held.
 */
export function takeLock(path: string, options: PathLockOptions): PathLock {
  const { clock, leaseMs = defaultLeaseMs, note = null } = options
  const before = locksOf(path, clock.now())
  const live = before.find(({ isLive }) => isLive)
  if (live) throw heldError(path, live.holder, options)
  const id = randomUUID()
  const file = `${path}.lock.${Math.max(0, ...before.map(({ number }) => number)) + 1}`
  const record: LockRecord = { id, ...markOfThisProcess(), note, leaseMs }
  const renew = () => utimesSync(file, clock.now() / 1_000, clock.now() / 1_000)
  if (!create(file, record)) throw heldError(path, holderOf(path, clock.now()), options)
  const isOurs = () => recordIn(unlessMissing(() => readFileSync(file, 'utf8')) ?? '')?.id === id
  const remove = () => {
    if (isOurs()) rmSync(file, { force: true })
  }
  try {
    renew()
    // A process that looked earlier or later than this one may have made a file of another number.
    const rival = locksOf(path, clock.now()).find((lock) => lock.isLive && lock.file !== file)
    if (rival) throw heldError(path, rival.holder, options)
    for (const old of before) rmSync(old.file, { force: true })
  } catch (error) {
    remove()
    throw error
  }

  const lost = new AbortController()
  function assertHeld(): void {
    if (!lost.signal.aborted && isOurs()) return
    cancel()
    lost.abort(heldError(path, holderOf(path, clock.now()), options))
    throw lost.signal.reason
  }
  function goOn(): void {
    try {
      assertHeld()
      renew()
    } catch {
      // Lost, or the folder is out of reach for now: the next use of the lock says so.
    }
    if (!lost.signal.aborted) cancel = next()
  }
  const next = () => clock.schedule(leaseMs / 3, goOn, { background: true })
  let cancel = next()
  return {
    lost: lost.signal,
    assertHeld,
    release() {
      cancel()
      if (!lost.signal.aborted) remove()
    },
  }
}

/** The process that holds the lock of a path, or held it last without releasing it. Null when there is no lock, or no legible one. */
export function holderOf(path: string, now: number): LockHolder | null {
  const locks = locksOf(path, now).sort((a, b) => Number(b.isLive) - Number(a.isLive) || b.number - a.number)
  return locks[0]?.holder ?? null
}

/** The error for a path that is held. */
export function heldError(
  path: string,
  holder: Omit<LockHolder, 'isLive'> | null,
  { code, remedy }: Pick<PathLockOptions, 'code' | 'remedy'>,
): ArtooError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
  const note = holder?.note ? ` (${holder.note})` : ''
  const until = holder?.until ? `, until ${new Date(holder.until).toISOString()} unless it renews that` : ''
  return new ArtooError(code, `${path} is held by ${who}${note}${until}: ${remedy}`, { field: 'path' })
}

/** Creates a file that was not there before. False when there was one. */
function create(file: string, record: LockRecord): boolean {
  let isNew = false
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
    isNew = true
    writeFileSync(file, JSON.stringify(record))
    return true
  } catch (error) {
    if (isNew) rmSync(file, { force: true })
    else if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function locksOf(path: string, now: number): LockFile[] {
  const prefix = `${basename(path)}.lock.`
  const names = unlessMissing(() => readdirSync(dirname(path))) ?? []
  return names.flatMap((name) => {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    return /^\d{1,15}$/.test(number) ? (lockFile(`${path}.lock.${number}`, Number(number), now) ?? []) : []
  })
}

/** Null for a file that was released meanwhile. */
function lockFile(file: string, number: number, now: number): LockFile | null {
  const renewedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const text = unlessMissing(() => readFileSync(file, 'utf8'))
  if (renewedAt === undefined || text === null) return null
  const record = recordIn(text)
  const standing = record ? standingOf(record) : 'unknown'
  const until = standing === 'unknown' ? renewedAt + (record?.leaseMs ?? defaultLeaseMs) : null
  const isLive = until === null ? standing === 'alive' : until > now
  return { file, number, holder: record && { ...record, until, isLive }, isLive }
}

function recordIn(text: string): LockRecord | null {
  try {
    const record = JSON.parse(text) as LockRecord
    return isProcessMark(record) && typeof record.leaseMs === 'number' ? record : null
  } catch {
    return null
  }
}

function unlessMissing<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
