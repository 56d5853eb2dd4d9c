import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ArtooError, atMost } from '@artoo/spec'
import { isErrno, type StateFolderOptions, storePath, unlessErrno } from '@artoo/spec/node'
import { textsOf } from './checked-lines.js'
import { fileAppender } from './file-appender.js'
import type { Journal, JournalLine, JournalledRun, RunFilter } from './journal.js'
import { closingLinesOf, firstLineOf, linesIn } from './journal-file.js'
import { journalFolder, withFolder } from './journal-folder.js'
import { assertFilter, isWanted, journalledRun } from './journalled-run.js'
import { ownershipIn } from './ownership.js'
import { processOwner } from './process-owner.js'
import { taskExists } from './task-exists.js'

export interface FileJournal extends Journal {
  readonly directory: string
  /** The path of a run's file. Some time after its end it lies in the folder `ended`. */
  pathOf(taskId: string): string
}

/** Milliseconds after its end for which a file stays: a name is on the disk before what was written last, and a power failure must leave no open run there. */
const settleMs = 30_000

/** Threads of libuv's four that write: a disk that hangs leaves the others to the rest of the process, for name resolution too. */
const threads = 2

/**
 * One JSONL file for each run in a directory, which is created when needed: at that path, or in the state folder of
 * `root`, by default the current directory. Written lines are with the operating system: a crash of the process loses
 * none of them, a power failure may. Files of runs that have ended are moved to the folder `ended`.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is not a path, and as `stateFolder` does; its methods
 * `invalid_task_id` for an id that can't be a file name.
 */
export function fileJournal(place?: string | StateFolderOptions): FileJournal {
  const directory = resolve(storePath(place, { of: 'fileJournal', name: 'journal', field: 'directory' }))
  const folder = journalFolder(directory)
  const files = fileAppender()
  const inTurn = atMost(threads)
  /** Runs that ended in this process and whose files are still to be moved, the first one first. */
  const ended: { readonly taskId: string; readonly at: number }[] = []
  let noting: Promise<void> | undefined

  async function begin(taskId: string, session: string | undefined, texts: readonly string[]) {
    const { open } = folder.placesOf(taskId)
    if (await folder.hasEnded(taskId)) throw taskExists(taskId)
    if (session !== undefined) await folder.note(session, taskId)
    return withFolder(directory, () => files.begin(open, texts)).catch((error: unknown) => {
      throw isErrno(error, 'EEXIST') ? taskExists(taskId) : error
    })
  }

  async function goOn(taskId: string, texts: readonly string[]) {
    const places = folder.placesOf(taskId)
    try {
      return await files.append(places.open, texts)
    } catch (error) {
      if (!isErrno(error, 'ENOENT') || !(await folder.hasEnded(taskId))) throw error
      return files.append(places.ended, texts)
    }
  }

  async function append(taskId: string, lines: readonly JournalLine[], texts: readonly string[]) {
    const start = lines.find((line) => line.kind === 'start')
    const count = await (start ? begin(taskId, start.run?.session?.id, texts) : goOn(taskId, texts))
    const last = lines.at(-1)
    if (last && leaves(last)) files.forget(folder.placesOf(taskId).open)
    if (last?.kind === 'end') {
      // The end may be void when another process has written: then a look by `list` decides.
      if (count !== undefined) ended.push({ taskId, at: performance.now() })
      await moveEnded()
    }
    return count
  }

  async function moveEnded(): Promise<void> {
    while (ended[0] && performance.now() - ended[0].at > settleMs) {
      const { taskId } = ended.shift() ?? ended[0]
      await folder.move(taskId, 'ended')
    }
  }

  /** The run of a file. One that can't be read counts as what its place says. */
  async function runAt(taskId: string): Promise<JournalledRun | null> {
    const found = await folder.at(taskId, async (path) => {
      const { mtimeMs, size } = await stat(path)
      if (size === 0) return null
      const kind: Found['kind'] = path === folder.placesOf(taskId).ended ? 'ended' : 'open'
      const age = Date.now() - mtimeMs
      const state = kind === 'ended' ? 'ended' : 'running'
      const unread: JournalledRun = { taskId, state, startedAt: Math.floor(mtimeMs) }
      const [first, tail] = await Promise.all([firstLineOf(path), closingLinesOf(path)]).catch(
        unlessErrno([null, []] as const, 'damaged_journal', ...unopenable),
      )
      const run = first === null ? unread : journalledRun(taskId, first, tail)
      return run && { run, kind, age, isUnread: run === unread }
    })
    if (!found || found.isUnread) return found?.run ?? null
    return replaced(found)
  }

  /** Moves a file that does not lie where its run belongs. */
  async function replaced({ run, kind, age }: Found): Promise<JournalledRun> {
    const { taskId, state, epoch } = run
    const isSure = state === 'ended' && epoch !== undefined
    if (kind === 'open' && isSure && age > settleMs) await folder.move(taskId, 'ended')
    if (kind === 'open' || isSure) return run
    // By its last line it has not ended: that line may be void, or the last ones were lost.
    const now = await ownershipIn(journal, taskId).catch(unlessErrno(null, 'damaged_journal'))
    if (!now || now.state === 'ended') return { ...run, state: 'ended' }
    await folder.move(taskId, 'open')
    return run
  }

  /** Notes the turns of all conversations, when notes may be missing. */
  async function noteTurns(): Promise<void> {
    for (const kind of ['open', 'ended'] as const) {
      for (const taskId of await folder.taskIds(kind)) {
        const run = await runAt(taskId)
        if (run?.session) await folder.note(run.session.id, taskId)
      }
    }
    await folder.noteComplete()
  }

  async function turnsOf(session: string): Promise<readonly string[]> {
    const noted = await folder.turnsOf(session)
    if (noted) return noted
    noting ??= noteTurns().finally(() => {
      noting = undefined
    })
    await noting
    return (await folder.turnsOf(session)) ?? []
  }

  async function wantedIds({ state, session }: RunFilter): Promise<readonly string[]> {
    if (session !== undefined) return turnsOf(session)
    // Open ones first: a run that ends meanwhile is found in both places rather than in neither.
    const open = await folder.taskIds('open')
    const isOpen = state !== undefined && state !== 'ended'
    return isOpen ? open : [...new Set([...open, ...(await folder.taskIds('ended'))])]
  }

  async function count(taskId: string): Promise<number> {
    const { open } = folder.placesOf(taskId)
    if (files.knows(open)) return files.count(open)
    return (await folder.at(taskId, async (path) => (await files.count(path)) || null)) ?? 0
  }

  const journal: FileJournal = {
    directory,
    pathOf: folder.pathOf,
    append: async (taskId, lines, texts = textsOf(lines)) => inTurn(() => append(taskId, lines, texts)),
    count: async (taskId) => inTurn(() => count(taskId)),
    async *read(taskId, from = 0) {
      const file = await folder
        .at(taskId, (path) => open(path))
        .catch((error: unknown) => {
          if (!isErrno(error, ...unopenable)) throw error
          throw new ArtooError('damaged_journal', `its file can't be opened: ${String(Object(error).code)}`, {
            cause: error,
          })
        })
      if (file) yield* linesIn(file, from)
    },
    async *list(filter = {}) {
      assertFilter(filter)
      for (const taskId of await wantedIds(filter)) {
        const run = await runAt(taskId)
        if (isWanted(run, filter)) yield run
      }
    },
    async counts() {
      const [open, moved] = await Promise.all([folder.taskIds('open'), folder.taskIds('ended')])
      const still = ended.filter(({ taskId }) => open.includes(taskId)).length
      return { open: open.length - still, ended: moved.length + still }
    },
    async remove(taskId) {
      const first = await folder.at(taskId, firstLineOf).catch(unlessErrno(null, 'damaged_journal', ...unopenable))
      files.forget(folder.placesOf(taskId).open)
      await folder.remove(taskId, first?.kind === 'start' ? first.run?.session?.id : undefined)
    },
    ...processOwner(),
  }
  return journal
}

interface Found {
  readonly run: JournalledRun
  readonly kind: 'open' | 'ended'
  /** Milliseconds since the last line. */
  readonly age: number
}

/** Codes of a file that is there and can't be read. */
const unopenable = ['EACCES', 'EPERM', 'EISDIR', 'EIO'] as const

/** Whether its process writes nothing more behind a line. */
const leaves = (line: JournalLine) =>
  line.kind === 'end' || line.kind === 'wait' || (line.kind === 'lease' && line.until === 0)
