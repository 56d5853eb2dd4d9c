import { close, constants, fstat, ftruncate, open, read, stat, unlink, write } from 'node:fs'
import { promisify } from 'node:util'
import { systemClock } from '@artoo/spec'
import { type PathLock, takeLock, unlessErrno } from '@artoo/spec/node'
import { chunkBytes, lineFeed } from './journal-file.js'

/** A third of the processor time of `node:fs/promises`. */
const files = {
  open: promisify(open),
  stat: promisify(stat),
  fstat: promisify(fstat),
  read: promisify(read),
  write: promisify(write),
  ftruncate: promisify(ftruncate),
  unlink: promisify(unlink),
  close: promisify(close),
}

interface Counted {
  /** In bytes. */
  readonly size: number
  readonly lines: number
}

export interface FileAppender {
  /** Creates the file with its first lines; leaves none when that fails. Rejects with `EEXIST` when there is one. */
  begin(path: string, texts: readonly string[]): Promise<number | undefined>
  /**
   * Adds lines to a file that exists. Resolves to the number of its lines afterwards; to undefined when another process has written to it, so that
   * they have to be counted.
   */
  append(path: string, texts: readonly string[]): Promise<number | undefined>
  /** Number of lines; the file is read only when another process has written to it. 0 when there is no file. */
  count(path: string): Promise<number>
  /** Whether this process is writing to the file. */
  knows(path: string): boolean
  /** Drops the counts of a file that this process has left. */
  forget(path: string): void
}

/**
 * Appends lines to files on the threads of libuv, so that a file system that hangs stops a writer and not the event loop. An incomplete last line,
 * which a crash has cut short, is removed before anything is written behind it.
 */
export function fileAppender(): FileAppender {
  /** Files whose last line was whole when they had that size. */
  const known = new Map<string, Counted>()

  async function write(file: number, path: string, texts: readonly string[], size: number, before?: Counted) {
    const bytes = Buffer.from(`${texts.join('\n')}\n`)
    for (let at = 0; at < bytes.length; ) at += (await files.write(file, bytes, at)).bytesWritten
    if (before?.size !== size || (await files.fstat(file)).size !== size + bytes.length) return undefined
    const lines = before.lines + texts.length
    known.set(path, { size: size + bytes.length, lines })
    return lines
  }

  async function add(file: number, path: string, texts: readonly string[]): Promise<number | undefined> {
    const before = known.get(path)
    known.delete(path)
    const { size } = await files.fstat(file)
    if (before?.size === size || (await wholeSize(file, size)) === size) return write(file, path, texts, size, before)
    // Under a lock: what another process has mended and written meanwhile must not be cut off.
    const lock = await lockOf(path)
    try {
      const now = (await files.fstat(file)).size
      const whole = await wholeSize(file, now)
      if (whole < now) await files.ftruncate(file, whole)
      return await write(file, path, texts, whole)
    } finally {
      lock.release()
    }
  }

  return {
    begin: (path, texts) =>
      withFile(path, 'ax', async (file) => {
        known.set(path, { size: 0, lines: 0 })
        return add(file, path, texts).catch(async (error: unknown) => {
          await files.unlink(path).catch(() => {})
          throw error
        })
      }),
    append: (path, texts) => withFile(path, continued, (file) => add(file, path, texts)),
    async count(path) {
      const before = known.get(path)
      const { size } = await files.stat(path).catch(unlessErrno({ size: 0 }, 'ENOENT'))
      if (before?.size === size) return before.lines
      if (size === 0) return 0
      const { isWhole, ...counted } = await withFile(path, 'r', (file) => countedIn(file, Math.min(chunkBytes, size)))
      if (isWhole) known.set(path, counted)
      return counted.lines
    },
    knows: (path) => known.has(path),
    forget: (path) => known.delete(path),
  }
}

const lockTries = 100

/** The lock of a file that has to be mended. Another process that mends it takes milliseconds. */
async function lockOf(path: string): Promise<PathLock> {
  const clock = systemClock()
  for (let tries = 1; ; tries++) {
    try {
      return takeLock(path, { clock, code: 'journal_failed', remedy: 'its last line is being mended: try again' })
    } catch (error) {
      if (tries === lockTries) throw error
      await new Promise<void>((resolve) => void clock.schedule(20, () => resolve()))
    }
  }
}

/** The flags lack `O_CREAT`: a missing file is not begun in its middle. */
const continued = constants.O_RDWR | constants.O_APPEND

async function withFile<Result>(path: string, flags: string | number, work: (file: number) => Promise<Result>) {
  const file = await files.open(path, flags)
  try {
    return await work(file)
  } finally {
    await files.close(file)
  }
}

/** The size without an incomplete last line: lines written behind it would be lost with it. */
async function wholeSize(file: number, size: number): Promise<number> {
  let end = size
  // The last byte alone says that a line is whole.
  for (let found = -1, bytes = 1; found < 0 && end > 0; bytes = chunkBytes) {
    const from = Math.max(0, end - bytes)
    const chunk = Buffer.alloc(end - from)
    const { bytesRead } = await files.read(file, chunk, 0, chunk.length, from)
    found = chunk.subarray(0, bytesRead).lastIndexOf(lineFeed)
    end = from + found + 1
  }
  return end
}

async function countedIn(file: number, bytesAtOnce: number): Promise<Counted & { readonly isWhole: boolean }> {
  const chunk = Buffer.allocUnsafe(bytesAtOnce)
  let size = 0
  let lines = 0
  let last = 0
  for (;;) {
    const { bytesRead } = await files.read(file, chunk, 0, chunk.length, size)
    if (bytesRead === 0) return { size, lines, isWhole: last === lineFeed }
    last = chunk[bytesRead - 1] ?? 0
    for (let at = chunk.indexOf(lineFeed); at >= 0 && at < bytesRead; at = chunk.indexOf(lineFeed, at + 1)) lines++
    size += bytesRead
  }
}
