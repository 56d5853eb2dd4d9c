import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, errorMessage } from '@artoo/spec'
import { gitRunner } from '../git/run-git.js'
import { differencesIn, type FileDifference } from './differences.js'
import { type FileState, lookBelow, statsOf } from './file-state.js'
import { inTheWay } from './in-the-way.js'
import { type FileMove, type LastMove, type MoveRecord, readRecord, writeRecord } from './move-record.js'
import { type Blob, type Compared, snapshotStore } from './snapshot-store.js'
import { removeDrafts, standingIn, writeFiles } from './write-files.js'

export interface SnapshotsOptions {
  /** The user's folder. */
  readonly root: string
  /** A folder of artoo's own outside of it, which is created when it is missing. One process at a time may use it. */
  readonly folder: string
  /** The program. @defaultValue `git` of the PATH */
  readonly git?: string | undefined
}

export type Moved =
  | { readonly status: 'moved'; readonly changed: readonly string[] }
  /** Others changed these files, so the folder is as it was. */
  | { readonly status: 'refused'; readonly paths: readonly string[] }

export interface TakenBack {
  readonly restored: readonly string[]
  /** Files that others have changed since: they are left as they are. */
  readonly left: readonly string[]
}

/**
 * Snapshots of files in a folder, byte for byte, and moves of the folder from one to another. A move reaches its end or leaves the folder as it
 * was, also when its process is killed: a record on disk says what is under way, and `settle` ends it. The git repository of the user, its
 * index and its refs are not touched.
 */
export interface Snapshots {
  /** Stores the files at these paths, relative to `directory`, with slashes. @defaultValue for `directory` the root */
  take(name: string, paths: readonly string[], directory?: string, signal?: AbortSignal): Promise<string>
  /** Files that differ, with a unified diff of each. @defaultValue for `paths` all of them */
  diff(from: string, to: string, paths?: readonly string[], signal?: AbortSignal): Promise<readonly FileDifference[]>
  /**
   * Brings the root from one snapshot to another, and keeps a `note` of the caller with the record. The signal is heard until the first file is
   * written.
   *
   * @throws {ArtooError} `move_failed` when a file can't be written. The folder is as it was, or the message says so.
   */
  move(from: string, to: string, note: string, signal?: AbortSignal): Promise<Moved>
  /** Ends the move that a dead process left: forward, or back when others have changed a file of it. */
  settle(): Promise<void>
  /** The note of the last move when it can be taken back. */
  last(): Promise<{ readonly note: string } | null>
  /** Takes the last move back, but for files that others have changed since. Null when there is none. */
  takeBack(): Promise<TakenBack | null>
  /** Removes everything that is kept. */
  remove(): Promise<void>
}

export function snapshots({ root: given, folder, git = 'git' }: SnapshotsOptions): Snapshots {
  const store = snapshotStore(gitRunner(git), folder)
  const recordPath = join(folder, 'move.json')

  /** The last move when it can be taken back. */
  async function lastMove(): Promise<LastMove | null> {
    const record = await readRecord(recordPath)
    return record?.state === 'done' ? record : null
  }

  /** Brings files to their state in a snapshot, and gives the paths that others have changed. */
  async function carryOut(
    root: string,
    to: string,
    { id, moves }: MoveRecord,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const staged = await mkdtemp(join(folder, 'staged-'))
    try {
      const written = moves.filter(({ after }) => after !== null).map(({ path }) => path)
      await store.get(to, written, staged, signal)
      signal?.throwIfAborted()
      return await writeFiles({ root, moves, staged, id })
    } finally {
      await rm(staged, { recursive: true, force: true })
    }
  }

  async function forward(root: string, record: MoveRecord, signal?: AbortSignal): Promise<Moved> {
    const others = await carryOut(root, record.to, record, signal)
    if (others.length > 0) {
      await back(root, record)
      return { status: 'refused', paths: others }
    }
    const { previous: _, ...own } = record
    await writeRecord(recordPath, { ...own, state: 'done' })
    return { status: 'moved', changed: record.moves.map(({ path }) => path) }
  }

  async function back(root: string, record: MoveRecord): Promise<TakenBack> {
    const moves = record.moves.map(({ path, before, after }) => ({ path, before: after, after: before }))
    const left = await carryOut(root, record.from, { ...record, moves })
    if (record.previous) await writeRecord(recordPath, record.previous)
    else await rm(recordPath, { force: true })
    return { restored: moves.map(({ path }) => path).filter((path) => !left.includes(path)), left }
  }

  return {
    async take(name, paths, directory, signal) {
      return store.put(directory ?? (await realpath(given)), paths, name, signal)
    },
    async diff(from, to, paths, signal) {
      const compared = await store.compare(from, to, signal)
      const wanted = paths ? compared.filter(({ path }) => paths.includes(path)) : compared
      return differencesIn(store, { folder, from, to }, wanted, signal)
    },
    async move(from, to, note, signal) {
      const root = await realpath(given)
      const moves = await movesBetween(root, await store.compare(from, to, signal))
      const paths = await obstacles(root, moves)
      if (paths.length > 0) return { status: 'refused', paths }
      const previous = await lastMove()
      const record: MoveRecord = {
        ...{ version: 1, state: 'forward', id: randomBytes(4).toString('hex'), note },
        ...{ from, to, moves, ...(previous && { previous }) },
      }
      await writeRecord(recordPath, record)
      try {
        return await forward(root, record, signal)
      } catch (cause) {
        const isBack = await back(root, record).then(
          () => true,
          () => false,
        )
        if (isBack) signal?.throwIfAborted()
        const how = isBack ? 'the folder is as it was' : 'some files are written, and the next call goes on from there'
        throw new ArtooError('move_failed', `${how}: ${errorMessage(cause)}`, { cause })
      }
    },
    async settle() {
      const record = await readRecord(recordPath)
      await removeLeftOver(folder)
      if (!record || record.state === 'done') return
      const root = await realpath(given)
      await removeDrafts(root, record)
      const mayGoOn = record.state === 'forward' && (await obstacles(root, record.moves)).length === 0
      await (mayGoOn ? forward : back)(root, record)
    },
    async last() {
      const record = await lastMove()
      return record && { note: record.note }
    },
    async takeBack() {
      const record = await lastMove()
      if (!record) return null
      await writeRecord(recordPath, { ...record, state: 'back' })
      return back(await realpath(given), record)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Files in neither of their states, and files that stand in the way: with one of them a move does not begin. */
async function obstacles(root: string, moves: readonly FileMove[]): Promise<readonly string[]> {
  const found = [...(await inTheWay(root, moves))]
  for (const move of moves) if ((await standingIn(root, move)) === 'other') found.push(move.path)
  return [...new Set(found)].sort()
}

/** Permissions that git does not store are those of the file that is replaced, or else those of a new file. */
async function movesBetween(root: string, compared: readonly Compared[]): Promise<readonly FileMove[]> {
  const moves: FileMove[] = []
  for (const { path, before, after } of compared) {
    const mode = (await lookBelow(root, path, statsOf))?.mode ?? 0o666 & ~process.umask()
    moves.push({ path, before: before && stateOf(before, mode), after: after && stateOf(after, mode) })
  }
  return moves
}

function stateOf({ id, mode: kind }: Blob, mode: number): FileState {
  if (kind === '120000') return { id, kind: 'link', mode: 0 }
  const plain = mode & 0o666
  return { id, kind: 'file', mode: kind === '100755' ? plain | ((plain & 0o444) >> 2) : plain }
}

/** Removes what a killed process left in the folder. A git that outlived it may still write there: the next call removes the rest. */
async function removeLeftOver(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => /^(git|index|staged)-/.test(one))) {
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}
