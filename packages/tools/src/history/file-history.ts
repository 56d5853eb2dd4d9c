import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { FileChange, FileHistory, UndoneFiles } from '@artoo/spec'
import { removeDraft } from '../files/draft-folder.js'
import type { CarryOut, Write } from '../files/file-keeper.js'
import { atPlace } from '../files/open-folder.js'
import { changedBy, folded, type Written } from './fold.js'
import { isIgnored } from './ignored.js'
import { touchesOf } from './kept-touches.js'
import { type KeptTree, keptTree } from './kept-tree.js'
import { isSameState, modeBits, newId, type RecordLine, sha256Of, type Touch } from './record-line.js'
import { type RecordStore, recordStore } from './record-store.js'
import { liesInside, removeEmpty, restore, standingAt } from './restore.js'
import { type Content, changeOf, isStill, isUnchanged, kindOf, type Side } from './sides.js'
import { wantedPaths } from './wanted-paths.js'

export interface FileHistoryOptions {
  readonly root: string
  /** A folder outside of every root that a tool reaches; created when a change is asked about. */
  readonly folder: () => string
  /** Milliseconds since the Unix epoch. @defaultValue the system's time */
  readonly now?: (() => number) | undefined
}

/** A command that is about to be run. */
interface Command {
  readonly taskId: string
  readonly callId: string
  readonly command: string
}

/** The history that tools write to. */
export interface WritableHistory extends FileHistory {
  /**
   * Whether both states of a file will be kept: it is neither ignored by git nor larger than 10 MB.
   *
   * @throws {ArtooError} `no_state_folder` where nothing can be kept.
   */
  covers(real: string, bytes: number, signal: AbortSignal): Promise<boolean>
  /**
   * Stores both states, carries the write out and notes that it was done. For a file that is not covered only the write
   * is noted.
   */
  write(write: Write, carryOut: CarryOut): Promise<void>
  /** Notes a command, has it carried out, and notes that it ended. */
  run<T>(command: Command, carryOut: () => Promise<T>): Promise<T>
  /**
   * The same, for a command that writes below the root alone and is told the places of which no states are kept, so that it leaves them: both states of each file that it changes are kept as those of writes are. A change
   * that a person or another program makes meanwhile counts as the command's, and is taken back with it; one that another call of the
   * task notes meanwhile stays with that call. Links that the command makes are not kept and stay. When the look after the command fails, it
   * is one whose changes are unknown.
   *
   * @throws {ArtooError} `git_missing`, `no_state_folder`: before the command is carried out.
   */
  runKept<T>(
    command: Command & { readonly signal: AbortSignal },
    carryOut: (uncovered: readonly string[]) => Promise<T>,
  ): Promise<T>
}

/** Bytes of a file beyond which its states are not kept. */
const mostKept = 10_000_000
const mostDays = 30
/** Characters of a command. */
const mostShown = 200
/** Milliseconds for the snapshot after a command. */
const longestLook = 60_000

export function fileHistory({ root: given, folder, now = Date.now }: FileHistoryOptions): WritableHistory {
  let opened: RecordStore | undefined
  const store = () => (opened ??= recordStore(folder()))
  let tree: Promise<KeptTree> | undefined
  const keptIn = () => (tree ??= root().then((base) => keptTree(base, join(folder(), 'tree'), mostKept)))
  let hasCleared = false
  /** Commands whose snapshots are needed still. */
  let underWay = 0
  let isToBePruned = false
  let pruning: Promise<unknown> = Promise.resolve()
  const root = () => realpath(given)

  function canOpen(): boolean {
    try {
      store()
      return true
    } catch {
      return false
    }
  }

  async function note(taskId: string, lines: readonly RecordLine[], contents?: readonly Buffer[]): Promise<void> {
    if (!hasCleared) {
      hasCleared = true
      const hasRemoved = await store().removeOlder(now() - mostDays * 86_400_000)
      if (hasRemoved) void prune().catch(() => {})
    }
    await store().add(taskId, lines, contents)
  }

  /** Removes the contents of snapshots that are not in the root; while commands are under way, at the end of the last one. */
  async function prune(): Promise<void> {
    isToBePruned = underWay > 0
    if (isToBePruned) return
    pruning = pruned()
    await pruning
  }

  async function pruned(): Promise<void> {
    if ((await stat(join(folder(), 'tree/git')).catch(() => null)) === null) return
    await (await keptIn()).prune(AbortSignal.timeout(longestLook))
  }

  async function withSnapshots<T>(work: () => Promise<T>): Promise<T> {
    underWay++
    try {
      await pruning.catch(() => {})
      return await work()
    } finally {
      underWay--
      if (isToBePruned) void prune().catch(() => {})
    }
  }

  async function fold(taskId: string, calls: ((callId: string) => boolean) | undefined) {
    return folded(await store().read(taskId), calls ?? (() => true))
  }

  async function linesSince(taskId: string, id: string): Promise<readonly RecordLine[]> {
    const lines = await store().read(taskId)
    return lines.slice(lines.findIndex((line) => 'id' in line && line.id === id) + 1)
  }

  async function whyUncovered(real: string, bytes: number, signal: AbortSignal) {
    if (bytes > mostKept) return 'large'
    return (await isIgnored(await root(), real, signal)) ? 'ignored' : null
  }

  /** Brings one file back. A later call does the rest when the process dies. @returns the reason when it is left. */
  async function takeBack(taskId: string, base: string, file: Written): Promise<string | null> {
    if (file.why !== null) return file.why
    const { path, isDone, commandsSince } = file
    const [first, last] = [file.first, file.last] as readonly [Touch, Touch]
    const target = first.before
    const place = join(base, path)
    if (!(await liesInside(base, place))) return 'a folder above it is a link now'
    const standing = await standingAt(base, place)
    if (standing === 'else') return 'it is no regular file any more'
    if (isSameState(standing, target)) return null
    const isItsOwn = isSameState(standing, last.after) || (!isDone && isSameState(standing, last.before))
    if (!isItsOwn) return changedBy(commandsSince, 'since')
    const id = newId()
    const to = target && { content: await store().content(taskId, target.sha256), mode: target.mode }
    await store().add(taskId, [{ id, callId: null, path, folders: [], before: standing, after: target }])
    if (!(await restore({ base, place, from: standing, to, id }))) return changedBy(commandsSince, 'since')
    await store().done(taskId, id)
    return null
  }

  const contentOf = async (taskId: string, side: Side): Promise<Content> =>
    side === null || typeof side === 'number' ? side : store().content(taskId, side.sha256)

  return {
    knows: async (taskId) => (await store().read(taskId)).length > 0,
    async covers(real, bytes, signal) {
      store()
      return (await whyUncovered(real, bytes, signal)) === null
    },
    async write({ taskId, callId, real, before, after, signal }, carryOut) {
      const base = await root()
      const content = Buffer.from(after)
      const line = { id: newId(), callId, path: relative(base, real).replaceAll(sep, '/') }
      const bytes = Math.max(content.length, before?.content.length ?? 0)
      const uncovered = await whyUncovered(real, bytes, signal)
      if (uncovered) {
        await note(taskId, [{ ...line, uncovered, before: before?.content.length ?? null, after: content.length }])
      } else {
        const was = before && { sha256: sha256Of(before.content), mode: before.mode & modeBits }
        const mode = was?.mode ?? 0o666 & ~process.umask()
        const touch = { ...line, before: was, after: { sha256: sha256Of(content), mode } }
        const folders = await missingAbove(base, real)
        await note(taskId, [{ ...touch, folders }], before ? [before.content, content] : [content])
      }
      await carryOut(line.id)
      await store().done(taskId, line.id)
    },
    async run({ taskId, callId, command }, carryOut) {
      // An unusable folder makes every undo fail with an error as well, so no undo conceals the command.
      if (!canOpen()) return carryOut()
      const id = newId()
      await note(taskId, [{ id, callId, ran: shortened(command) }])
      const result = await carryOut()
      await store().done(taskId, id)
      return result
    },
    runKept: ({ taskId, callId, command, signal }, carryOut) =>
      withSnapshots(async () => {
        const kept = await keptIn()
        const { snapshot: before, uncovered } = await kept.takeAndTell(signal)
        const id = newId()
        await note(taskId, [{ id, callId, ran: shortened(command), kept: true }])
        try {
          return await carryOut(uncovered)
        } finally {
          // Also of a command that was aborted, whose changes are there. Without this note the command is one whose changes are unknown.
          const look = async (late: AbortSignal) => {
            const changes = await kept.changes(before, await kept.take(late), late)
            const { lines, contents } = touchesOf(callId, changes, await linesSince(taskId, id))
            await note(taskId, [...lines, { done: id }], contents)
          }
          await look(AbortSignal.timeout(longestLook)).catch(() => {})
        }
      }),
    async diff(taskId, { calls, signal } = {}) {
      const { files } = await fold(taskId, calls)
      const base = await root()
      const found: FileChange[] = []
      for (const { path, first, last, isDone } of files) {
        signal?.throwIfAborted()
        const standing = await standingAt(base, join(base, path))
        const { before } = first
        const hasCome = isDone || !isStill(standing, last.before)
        const after = hasCome ? last.after : last.before
        if (isStill(standing, before) || isUnchanged(before, after)) continue
        const [old, recent] = [await contentOf(taskId, before), await contentOf(taskId, after)]
        found.push({ path, kind: kindOf(before, after), change: changeOf(path, old, recent) })
      }
      return found
    },
    async undo(taskId, { calls, paths, signal } = {}): Promise<UndoneFiles> {
      const base = await root()
      const isWanted = wantedPaths(paths, [given, base])
      const { files, commands, cutOff } = await fold(taskId, calls)
      for (const { id, path } of cutOff)
        if (isWanted(path)) await atPlace(base, join(base, path), (place) => removeDraft(place, id)).catch(() => {})
      const restored: string[] = []
      const left: { path: string; why: string }[] = []
      const gone: string[] = []
      for (const file of files.filter(({ path }) => isWanted(path))) {
        signal?.throwIfAborted()
        const why = await takeBack(taskId, base, file)
        if (why !== null) left.push({ path: file.path, why })
        else restored.push(file.path)
        if (why === null && file.first.before === null) gone.push(file.path)
      }
      const folders = files.flatMap((file) => file.folders)
      await removeEmpty(
        base,
        folders.filter((above) => gone.some((path) => path.startsWith(`${above}/`))),
      )
      return { restored, left, commands }
    },
    async remove(taskId) {
      await store().remove(taskId)
      await prune()
    },
  }
}

function shortened(command: string): string {
  const shown = Array.from(command)
  return shown.length > mostShown ? `${shown.slice(0, mostShown).join('')}…` : command
}

/** The folders above a file that are yet to be created, the innermost one first. */
async function missingAbove(base: string, real: string): Promise<readonly string[]> {
  const found: string[] = []
  for (let folder = dirname(real); folder.length > base.length; folder = dirname(folder)) {
    if ((await lstat(folder).catch(() => null)) !== null) break
    found.push(relative(base, folder).replaceAll(sep, '/'))
  }
  return found
}
