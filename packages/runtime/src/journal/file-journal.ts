import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { oneByOne } from '@artoo/spec'
import { isErrno, type StateFolderOptions, storePath, unlessErrno } from '@artoo/spec/node'
import { textsOf } from './checked-lines.js'
import { fileAppender } from './file-appender.js'
import type { Journal, JournalLine, JournalledRun, RunFilter } from './journal.js'
import { closingLinesOf, firstLineOf, linesIn } from './journal-file.js'
import { journalFolder, withFolder } from './journal-folder.js'
import { assertFilter, isWanted, journalledRun } from './journalled-run.js'
import { processOwner } from './process-owner.js'
import { taskExists } from './task-exists.js'

export interface FileJournal extends Journal {
  readonly directory: string
  /** The path of a run's file. It lies in the folder `ended` once the run has ended. */
  pathOf(taskId: string): string
}

/**
 * One JSONL file for each run in a directory, which is created when needed: at that path, or in the state folder of
 * `root`, by default the current directory. Written lines are with the operating system: a crash of the process loses
 * none of them, a power failure may. Files of ended runs are moved to the folder `ended`.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is not a path, and as `stateFolder` does; its methods
 * `invalid_task_id` for an id that can't be a file name.
 */
export function fileJournal(place?: string | StateFolderOptions): FileJournal {
  const directory = resolve(storePath(place, { of: 'fileJournal', name: 'journal', field: 'directory' }))
  const folder = journalFolder(directory)
  const files = fileAppender()
  const inTurn = twoAtOnce()

  async function begin(taskId: string, session: string | undefined, texts: readonly string[]) {
    const { open } = folder.placesOf(taskId)
    if (await folder.hasEnded(taskId)) throw taskExists(taskId)
    if (session !== undefined) await folder.note(session, taskId)
    return withFolder(directory, () => files.begin(open, texts)).catch((error: unknown) => {
      throw isErrno(error, 'EEXIST') ? taskExists(taskId) : error
    })
  }

  async function goOn(taskId: string, texts: readonly string[]) {
    const { open, ended } = folder.placesOf(taskId)
    try {
      return await files.append(open, texts)
    } catch (error) {
      if (!isErrno(error, 'ENOENT') || !(await folder.hasEnded(taskId))) throw error
      return files.append(ended, texts)
    }
  }

  async function append(taskId: string, lines: readonly JournalLine[], texts: readonly string[]) {
    const start = lines.find((line) => line.kind === 'start')
    const count = await (start ? begin(taskId, start.run?.session?.id, texts) : goOn(taskId, texts))
    const last = lines.at(-1)
    if (last && leaves(last)) files.forget(folder.placesOf(taskId).open)
    // The end may be void when another process has written: then a look by `list` decides.
    if (last?.kind === 'end' && count !== undefined) await folder.end(taskId)
    return count
  }

  async function runAt(taskId: string): Promise<JournalledRun | null> {
    return folder.at(taskId, async (path) => {
      const run = journalledRun(taskId, await firstLineOf(path), await closingLinesOf(path))
      const isMisplaced = run?.state === 'ended' && run.epoch !== undefined && path === folder.placesOf(taskId).open
      if (isMisplaced) await folder.end(taskId)
      return run
    })
  }

  /** Notes the turns of all conversations, since there are no notes. */
  async function notedTurns(session: string): Promise<readonly string[]> {
    for (const kind of ['open', 'ended'] as const) {
      for (const taskId of await folder.taskIds(kind)) {
        const run = await runAt(taskId).catch(unlessErrno(null, 'damaged_journal'))
        if (run?.session) await folder.note(run.session.id, taskId)
      }
    }
    return (await folder.turnsOf(session)) ?? []
  }

  async function wantedIds({ state, session }: RunFilter): Promise<readonly string[]> {
    if (session !== undefined) return (await folder.turnsOf(session)) ?? notedTurns(session)
    // Open ones first: a run that ends meanwhile is found in both places rather than in neither.
    const open = await folder.taskIds('open')
    const isOpen = state !== undefined && state !== 'ended'
    return isOpen ? open : [...new Set([...open, ...(await folder.taskIds('ended'))])]
  }

  return {
    directory,
    pathOf: folder.pathOf,
    append: (taskId, lines, texts = textsOf(lines)) => inTurn(() => append(taskId, lines, texts)),
    count: (taskId) =>
      inTurn(async () => (await folder.at(taskId, async (path) => (await files.count(path)) || null)) ?? 0),
    async *read(taskId) {
      const file = await folder.at(taskId, (path) => open(path))
      if (file) yield* linesIn(file)
    },
    async *list(filter = {}) {
      assertFilter(filter)
      for (const taskId of await wantedIds(filter)) {
        const run = await runAt(taskId).catch(unlessErrno(null, 'damaged_journal'))
        if (isWanted(run, filter)) yield run
      }
    },
    async counts() {
      const [open, ended] = await Promise.all([folder.taskIds('open'), folder.taskIds('ended')])
      return { open: open.length, ended: ended.length }
    },
    async remove(taskId) {
      const first = await folder.at(taskId, firstLineOf).catch(unlessErrno(null, 'damaged_journal'))
      files.forget(folder.placesOf(taskId).open)
      await folder.remove(taskId, first?.kind === 'start' ? first.run?.session?.id : undefined)
    },
    ...processOwner(),
  }
}

/** Whether its process writes nothing more behind a line. */
const leaves = (line: JournalLine) =>
  line.kind === 'end' || line.kind === 'wait' || (line.kind === 'lease' && line.until === 0)

/** A file system that hangs gets two of libuv's four threads: the rest of the process needs the others, for name resolution too. */
function twoAtOnce() {
  const places = [oneByOne(), oneByOne()] as const
  let count = 0
  return <Result>(work: () => Promise<Result>): Promise<Result> => places[count++ % 2 ? 1 : 0](work)
}
