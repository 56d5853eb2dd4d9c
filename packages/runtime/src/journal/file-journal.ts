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
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { type StateFolderOptions, storePath } from '@artoo/spec/node'
import type { Journal, JournalledRun, RunFilter } from './journal.js'
import { chunkBytes, extension, firstLineOf, isError, lastLineOf, linesIn, unless } from './journal-file.js'
import { assertFilter, isOfSession, isWanted, journalledRun, stateAfter } from './journalled-run.js'
import { taskExists } from './task-exists.js'

export interface FileJournal extends Journal {
  readonly directory: string
  pathOf(taskId: string): string
}

/** Without `O_CREAT`: a file that is gone is not begun in its middle. */
const continued = constants.O_RDWR | constants.O_APPEND

/**
 * One JSONL file for each run in a directory, which is created when needed: at that path, or in the state folder of `root`, by default the
 * current directory. What was written is with the operating system:
 * a crash of the process loses none of it, a power failure may. Writing is synchronous: handing some lines to the operating
 * system takes a twentieth of the time that a thread of its own would.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is no path, and as `stateFolder` does; its methods `invalid_task_id` for
 * an id that can't be a file name.
 */
export function fileJournal(place?: string | StateFolderOptions): FileJournal {
  const directory = resolve(storePath(place, { of: 'fileJournal', name: 'journal', field: 'directory' }))
  const pathOf = (taskId: string) => {
    if (!/^[\w.-]+$/.test(taskId)) throw new ArtooError('invalid_task_id', `${taskId} can't be a file name`)
    return join(directory, taskId + extension)
  }
  /** Files whose last line is known to be whole. */
  const whole = new Set<string>()
  /** What first lines say, which never change: a conversation is looked for at each of its turns. */
  const begun = new Map<string, JournalledRun>()

  async function runIn(path: string, filter: RunFilter): Promise<JournalledRun | null> {
    const known = begun.get(path) ?? journalledRun(basename(path, extension), await firstLineOf(path), undefined)
    if (known) begun.set(path, known)
    if (!known || !isOfSession(known, filter)) return null
    return { ...known, state: stateAfter(await lastLineOf(path)) }
  }

  function begin(taskId: string, text: string): void {
    const write = () => appendFileSync(pathOf(taskId), text, { flag: 'ax' })
    try {
      withDirectory(directory, write)
    } catch (error) {
      throw isError(error, 'EEXIST') ? taskExists(taskId) : error
    }
  }

  function goOn(path: string, text: string): void {
    const file = openSync(path, continued)
    try {
      if (!whole.delete(path)) cutOff(file)
      appendFileSync(file, text)
    } finally {
      closeSync(file)
    }
  }

  return {
    directory,
    pathOf,
    append(taskId, lines) {
      const path = pathOf(taskId)
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      if (lines.some(({ kind }) => kind === 'start')) begin(taskId, text)
      else goOn(path, text)
      if (lines.some(({ kind }) => kind === 'end' || kind === 'wait')) whole.delete(path)
      else whole.add(path)
    },
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
      whole.delete(pathOf(taskId))
      rmSync(pathOf(taskId), { force: true })
    },
  }
}

/** What is written behind a line that a crash cut short would be lost with it, so that line goes first. */
function cutOff(file: number): void {
  const { size } = fstatSync(file)
  let end = size
  for (let found = -1; found < 0 && end > 0; ) {
    const from = Math.max(0, end - chunkBytes)
    const chunk = Buffer.alloc(end - from)
    const bytesRead = readSync(file, chunk, { position: from })
    found = chunk.subarray(0, bytesRead).lastIndexOf('\n')
    end = from + found + 1
  }
  if (end < size) ftruncateSync(file, end)
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
