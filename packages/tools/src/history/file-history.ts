import { chmod, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { FileChange, FileHistory, UndoneFiles } from '@artoo/spec'
import { draftOf } from '@artoo/spec/node'
import { decodeText } from '../files/decode-text.js'
import { errnoOf } from '../files/file-error.js'
import type { Write } from '../files/file-keeper.js'
import { textDiff } from '../files/text-diff.js'
import { pathMatcher } from '../pins/path-matcher.js'
import { isSameState, type Undoable, undoables } from './fold.js'
import { isIgnored } from './ignored.js'
import { type FileState, sha256Of, touchStore } from './touches.js'

export interface FileHistoryOptions {
  readonly root: string
  /** A folder outside of every root that a tool reaches; created at the first change. */
  readonly folder: () => string
  /** Milliseconds since the Unix epoch. @defaultValue the system's time */
  readonly now?: (() => number) | undefined
}

/** The history that file tools write to. */
export interface WritableHistory extends FileHistory {
  /** Whether both states of a file will be kept: it is neither ignored by git nor larger than 10 MB. */
  covers(real: string, bytes: number, signal: AbortSignal): Promise<boolean>
  /** Keeps both states, before the write. */
  write(write: Write): Promise<void>
}

/** Bytes of a file beyond which its states are not kept. */
const mostKept = 10_000_000
const mostDays = 30

export function fileHistory({ root: given, folder, now = Date.now }: FileHistoryOptions): WritableHistory {
  let opened: ReturnType<typeof touchStore> | undefined
  const store = () => (opened ??= touchStore(folder()))
  let hasCleared = false
  const root = () => realpath(given)
  const pathOf = async (real: string) => relative(await root(), real).replaceAll(sep, '/')

  async function fold(taskId: string, calls: ((callId: string) => boolean) | undefined) {
    return undoables(await store().read(taskId), calls ?? (() => true))
  }

  /** Brings one file back, in one step. A later call does the rest when the process dies. */
  async function restore(taskId: string, { path, target, left, beforeLast }: Undoable): Promise<string | null> {
    const base = await root()
    const place = join(base, path)
    if (!(await liesInside(base, place))) return 'a folder above it is a link now'
    const standing = await stateOf(place)
    if (standing === 'else') return 'it is no regular file any more'
    if (isSameState(standing, target)) return null
    if (!isAt(standing, left) && !isAt(standing, beforeLast)) return changedSince
    await store().add(taskId, { callId: null, path, before: standing, after: target }, [])
    // The last look: between it and the rename lies no other call of ours.
    const isUntouched = async () => isAt(await stateOf(place), standing)
    if (target !== null) {
      const content = await store().content(taskId, target.sha256)
      return (await replace(place, { content, mode: target.mode, isUntouched })) ? null : changedSince
    }
    if (!(await isUntouched())) return changedSince
    await rm(place, { force: true })
    return null
  }

  return {
    async covers(real, bytes, signal) {
      return bytes <= mostKept && !(await isIgnored(await root(), real, signal))
    },
    async write({ taskId, callId, real, before, after }) {
      if (!hasCleared) {
        hasCleared = true
        await store().removeOlder(now() - mostDays * 86_400_000)
      }
      const content = Buffer.from(after)
      if (content.length > mostKept || (before && before.content.length > mostKept)) return
      const was = before && { sha256: sha256Of(before.content), mode: before.mode & 0o777 }
      const mode = was?.mode ?? 0o666 & ~process.umask()
      const touch = { callId, path: await pathOf(real), before: was, after: { sha256: sha256Of(content), mode } }
      await store().add(taskId, touch, before ? [before.content, content] : [content])
    },
    async diff(taskId, { calls, signal } = {}) {
      const { files } = await fold(taskId, calls)
      const base = await root()
      const found: FileChange[] = []
      for (const { path, target, left, beforeLast } of files) {
        signal?.throwIfAborted()
        const wasDone = isSameState(left, beforeLast) || !isAt(await stateOf(join(base, path)), beforeLast)
        const after = wasDone ? left : beforeLast
        if (isSameState(target, after)) continue
        const [old, recent] = await Promise.all(
          [target, after].map(async (one) => one && store().content(taskId, one.sha256)),
        )
        found.push({ path, kind: kindOf(target, after), change: changeOf(path, old ?? null, recent ?? null) })
      }
      return found
    },
    async undo(taskId, { calls, paths, signal } = {}): Promise<UndoneFiles> {
      const { files, unclear } = await fold(taskId, calls)
      const matchers = paths?.map(pathMatcher)
      const isWanted = ({ path }: { readonly path: string }) => matchers?.some((matches) => matches(path)) ?? true
      const restored: string[] = []
      const left = unclear.filter(isWanted)
      for (const file of files.filter(isWanted)) {
        signal?.throwIfAborted()
        const why = await restore(taskId, file)
        if (why === null) restored.push(file.path)
        else left.push({ path: file.path, why })
      }
      return { restored, left }
    },
    remove: (taskId) => store().remove(taskId),
  }
}

const changedSince = 'somebody else has changed it since'

type Standing = FileState | 'else' | null

const isAt = (standing: Standing, state: FileState | null) => standing !== 'else' && isSameState(standing, state)

/** The file at a path; null where nothing is, `else` for a folder, a link or a device. */
async function stateOf(path: string): Promise<Standing> {
  try {
    const stats = await lstat(path)
    if (!stats.isFile()) return 'else'
    return { sha256: sha256Of(await readFile(path)), mode: stats.mode & 0o777 }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return null
    throw error
  }
}

/** The folders above that exist are no links. */
async function liesInside(base: string, place: string): Promise<boolean> {
  for (let folder = dirname(place); folder.length > base.length; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => null)
    if (real !== null) return real === folder
  }
  return true
}

interface Replacement {
  readonly content: Buffer
  readonly mode: number
  readonly isUntouched: () => Promise<boolean>
}

/** @returns false when the file was changed meanwhile. */
async function replace(place: string, { content, mode, isUntouched }: Replacement): Promise<boolean> {
  await mkdir(dirname(place), { recursive: true })
  const draft = draftOf(place)
  try {
    // Nobody else reads it before it has the permissions of the file.
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    await chmod(draft, mode)
    if (!(await isUntouched())) return false
    await rename(draft, place)
    return true
  } finally {
    await rm(draft, { force: true })
  }
}

function kindOf(before: FileState | null, after: FileState | null): FileChange['kind'] {
  if (before === null) return 'added'
  return after === null ? 'deleted' : 'changed'
}

function changeOf(path: string, before: Buffer | null, after: Buffer | null): FileChange['change'] {
  const [old, recent] = [before, after].map((content) => (content === null ? '' : decodeText(content)))
  const diff = typeof old === 'string' && typeof recent === 'string' ? textDiff(path, old, recent) : null
  return { bytesBefore: before?.length ?? 0, bytesAfter: after?.length ?? 0, diff }
}
