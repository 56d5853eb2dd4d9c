import { appendFile, mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import type { Journal, JournalLine, JournalledRun, RunFilter } from './journal.js'
import { isOfSession, isWanted, journalledRun, stateAfter } from './journalled-run.js'
import { parseLine } from './parse-line.js'
import { taskExists } from './task-exists.js'

export interface FileJournal extends Journal {
  pathOf(taskId: string): string
}

const extension = '.jsonl'
/** More than an `end` line has. */
const tailBytes = 256
const chunkBytes = 1_048_576
/** More than a `start` line has, and little enough to look into thousands of files. */
const headBytes = 4_096

/**
 * One JSONL file for each run in `directory`, which is created when needed. What was written is with the operating system:
 * a crash of the process loses none of it, a power failure may.
 *
 * @throws {ArtooError} `invalid_option` for a directory that is no path; its methods `invalid_task_id` for an id that
 * can't be a file name.
 */
export function fileJournal(directory: string): FileJournal {
  if (typeof directory !== 'string' || directory === '') {
    throw new ArtooError('invalid_option', 'fileJournal takes the path of a directory', { field: 'directory' })
  }
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

  return {
    pathOf,
    async append(taskId, lines) {
      const path = pathOf(taskId)
      const begins = lines.some(({ kind }) => kind === 'start')
      if (begins) await mkdir(directory, { recursive: true })
      else if (!whole.has(path)) await withoutCutLine(path)
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      whole.delete(path)
      await appendFile(path, text, { flag: begins ? 'ax' : 'a' }).catch((error: unknown) => {
        throw isError(error, 'EEXIST') ? taskExists(taskId) : error
      })
      if (!lines.some(({ kind }) => kind === 'end' || kind === 'wait')) whole.add(path)
    },
    read: (taskId) => linesIn(pathOf(taskId)),
    async *list(filter = {}) {
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
      await rm(pathOf(taskId), { force: true })
    },
  }
}

/** Lines end with a line feed and nothing else; a last one without it was cut short. */
async function* linesIn(path: string, highWaterMark = chunkBytes): AsyncGenerator<JournalLine> {
  const file = await open(path).catch(unless(null, 'ENOENT'))
  if (!file) return
  let rest = ''
  for await (const chunk of file.createReadStream({ encoding: 'utf8', highWaterMark })) {
    const [first = '', ...lines] = String(chunk).split('\n')
    lines.unshift(rest + first)
    rest = lines.pop() ?? ''
    for (const line of lines) yield parseLine(line)
  }
}

async function firstLineOf(path: string): Promise<JournalLine | undefined> {
  for await (const first of linesIn(path, headBytes)) return first
  return undefined
}

async function lastLineOf(path: string): Promise<JournalLine | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      position: Math.max(0, size - tailBytes),
      buffer: Buffer.alloc(tailBytes),
    })
    const text = buffer.toString('utf8', 0, bytesRead)
    const [, last] = /\n([^\n]*)\n$/.exec(text) ?? []
    return /^{"kind":"(end|wait)"/.test(last ?? '') ? parseLine(last ?? '') : undefined
  } finally {
    await file.close()
  }
}

/** What is written behind a line that a crash cut short would be lost with it, so that line goes first. */
async function withoutCutLine(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(unless(null, 'ENOENT'))
  if (!file) return
  try {
    const { size } = await file.stat()
    let end = size
    for (let found = -1; found < 0 && end > 0; ) {
      const from = Math.max(0, end - chunkBytes)
      const { buffer, bytesRead } = await file.read({ position: from, buffer: Buffer.alloc(end - from) })
      found = buffer.subarray(0, bytesRead).lastIndexOf('\n')
      end = from + found + 1
    }
    if (end < size) await file.truncate(end)
  } finally {
    await file.close()
  }
}

function unless<T>(instead: T, ...codes: readonly string[]) {
  return (error: unknown): T => {
    if (isError(error, ...codes)) return instead
    throw error
  }
}

function isError(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(String((error as NodeJS.ErrnoException).code))
}
