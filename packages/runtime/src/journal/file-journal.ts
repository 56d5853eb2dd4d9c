import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { type StateFolderOptions, storePath } from '@artoo/spec/node'
import { textsOf } from './checked-lines.js'
import type { Journal, JournalledRun, RunFilter } from './journal.js'
import {
  chunkBytes,
  closingLinesOf,
  extension,
  firstLineOf,
  isError,
  lineFeed,
  linesIn,
  unless,
} from './journal-file.js'
import { assertFilter, isOfSession, isWanted, journalledRun, stateAfter } from './journalled-run.js'
import { taskExists } from './task-exists.js'

export interface FileJournal extends Journal {
  readonly directory: string
  pathOf(taskId: string): string
}

interface Counted {
  /** In bytes. */
  readonly size: number
  readonly lines: number
  /** The last line closed the journal, or released the run: its writer reads it once more. */
  readonly isClosed?: boolean
}

/** The flags lack `O_CREAT`: a missing file is not begun in its middle. */
const continued = constants.O_RDWR | constants.O_APPEND

/**
 * One JSONL file for each run in a directory, which is created when needed: at that path, or in the state folder of
 * `root`, by default the current directory. Written lines are with the operating system: a crash of the process loses
 * none of them, a power failure may. Writing is synchronous: handing some lines to the operating system takes a
 * twentieth of the time that a thread of its own would.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is not a path, and as `stateFolder` does; its methods
 * `invalid_task_id` for an id that can't be a file name.
 */
export function fileJournal(place?: string | StateFolderOptions): FileJournal {
  const directory = resolve(storePath(place, { of: 'fileJournal', name: 'journal', field: 'directory' }))
  const pathOf = (taskId: string) => {
    if (!/^[\w.-]+$/.test(taskId)) throw new ArtooError('invalid_task_id', `${taskId} can't be a file name`)
    return join(directory, taskId + extension)
  }
  /** Files whose last line was whole when they had that size. */
  const known = new Map<string, Counted>()
  /** The runs by their first lines, which never change: each turn of a conversation searches them. */
  const begun = new Map<string, JournalledRun>()

  async function runIn(path: string, filter: RunFilter): Promise<JournalledRun | null> {
    const first = begun.get(path) ?? journalledRun(basename(path, extension), await firstLineOf(path), [])
    if (first) begun.set(path, first)
    if (!first || !isOfSession(first, filter)) return null
    return { ...first, ...stateAfter(await closingLinesOf(path)) }
  }

  function begin(taskId: string, text: string): Counted {
    const write = () => appendFileSync(pathOf(taskId), text, { flag: 'ax' })
    try {
      withDirectory(directory, write)
    } catch (error) {
      throw isError(error, 'EEXIST') ? taskExists(taskId) : error
    }
    return { size: 0, lines: 0 }
  }

  /** Returns the counts before the append; undefined when another process has written to the file. */
  function goOn(path: string, text: string): Counted | undefined {
    const file = openSync(path, continued)
    try {
      const before = known.get(path)
      known.delete(path)
      const { size } = fstatSync(file)
      const isOurs = before?.size === size
      if (!isOurs) cutOff(file, size)
      appendFileSync(file, text)
      return isOurs ? before : undefined
    } finally {
      closeSync(file)
    }
  }

  /** Reads the file only when another process has written to it. */
  function count(path: string): number {
    const before = known.get(path)
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (before?.isClosed) known.delete(path)
    if (before?.size === size) return before.lines
    const counted = size > 0 ? countedIn(path, Math.min(chunkBytes, size)) : null
    if (counted?.isWhole) known.set(path, counted)
    return counted?.lines ?? 0
  }

  return {
    directory,
    pathOf,
    append(taskId, lines, texts = textsOf(lines)) {
      const path = pathOf(taskId)
      const text = texts.map((one) => `${one}\n`).join('')
      const before = lines.some(({ kind }) => kind === 'start') ? begin(taskId, text) : goOn(path, text)
      if (!before) return
      const isClosed = lines.some(({ kind }) => kind === 'end' || kind === 'wait')
      known.set(path, { size: before.size + Buffer.byteLength(text), lines: before.lines + lines.length, isClosed })
    },
    count: (taskId) => count(pathOf(taskId)),
    read: (taskId) => linesIn(pathOf(taskId)),
    async *list(filter = {}) {
      assertFilter(filter)
      const names = await readdir(directory).catch(unless<string[]>([], 'ENOENT'))
      for (const name of names) {
        if (!name.endsWith(extension)) continue
        const run = await runIn(join(directory, name), filter).catch(unless(null, 'ENOENT', 'damaged_journal'))
        if (isWanted(run, filter)) yield run
      }
    },
    async remove(taskId) {
      begun.delete(pathOf(taskId))
      known.delete(pathOf(taskId))
      rmSync(pathOf(taskId), { force: true })
    },
  }
}

/** Removes an incomplete last line, which a crash has cut short: lines written behind it would be lost with it. */
function cutOff(file: number, size: number): void {
  let end = size
  for (let found = -1; found < 0 && end > 0; ) {
    const from = Math.max(0, end - chunkBytes)
    const chunk = Buffer.alloc(end - from)
    const bytesRead = readSync(file, chunk, { position: from })
    found = chunk.subarray(0, bytesRead).lastIndexOf(lineFeed)
    end = from + found + 1
  }
  if (end < size) ftruncateSync(file, end)
}

function countedIn(path: string, bytesAtOnce: number): Counted & { readonly isWhole: boolean } {
  const file = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(bytesAtOnce)
  let size = 0
  let lines = 0
  let last = 0
  try {
    for (let bytes = 0; ; size += bytes) {
      bytes = readSync(file, chunk, { position: size })
      if (bytes === 0) return { size, lines, isWhole: last === lineFeed }
      last = chunk[bytes - 1] ?? 0
      for (let at = chunk.indexOf(lineFeed); at >= 0 && at < bytes; at = chunk.indexOf(lineFeed, at + 1)) lines++
    }
  } finally {
    closeSync(file)
  }
}

function withDirectory(directory: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!isError(error, 'ENOENT')) throw error
    mkdirSync(directory, { recursive: true })
    write()
  }
}
