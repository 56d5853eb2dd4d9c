import { close, constants, fstat, ftruncate, open, read, stat, write } from 'node:fs'
import { promisify } from 'node:util'
import { unlessErrno } from '@artoo/spec/node'
import { chunkBytes, lineFeed } from './journal-file.js'

/** A third of the processor time of `node:fs/promises`. */
const files = {
  open: promisify(open),
  stat: promisify(stat),
  fstat: promisify(fstat),
  read: promisify(read),
  write: promisify(write),
  ftruncate: promisify(ftruncate),
  close: promisify(close),
}

interface Counted {
  /** In bytes. */
  readonly size: number
  readonly lines: number
}

export interface FileAppender {
  /** Creates the file with its first lines. Rejects with `EEXIST` when there is one. */
  begin(path: string, texts: readonly string[]): Promise<number | undefined>
  /**
   * Adds lines to a file that exists. Resolves to the number of its lines afterwards; to undefined when another process has written to it, so that
   * they have to be counted.
   */
  append(path: string, texts: readonly string[]): Promise<number | undefined>
  /** Number of lines; the file is read only when another process has written to it. 0 when there is no file. */
  count(path: string): Promise<number>
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

  async function add(file: number, path: string, texts: readonly string[]): Promise<number | undefined> {
    const before = known.get(path)
    known.delete(path)
    const { size } = await files.fstat(file)
    if (before?.size !== size) await cutOff(file, size)
    const bytes = Buffer.from(`${texts.join('\n')}\n`)
    for (let at = 0; at < bytes.length; ) at += (await files.write(file, bytes, at)).bytesWritten
    if (before?.size !== size || (await files.fstat(file)).size !== size + bytes.length) return undefined
    const lines = before.lines + texts.length
    known.set(path, { size: size + bytes.length, lines })
    return lines
  }

  return {
    begin: (path, texts) =>
      withFile(path, 'ax', async (file) => {
        known.set(path, { size: 0, lines: 0 })
        return add(file, path, texts)
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
    forget: (path) => known.delete(path),
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

/** Removes an incomplete last line: lines written behind it would be lost with it. */
async function cutOff(file: number, size: number): Promise<void> {
  let end = size
  for (let found = -1; found < 0 && end > 0; ) {
    const from = Math.max(0, end - chunkBytes)
    const chunk = Buffer.alloc(end - from)
    const { bytesRead } = await files.read(file, chunk, 0, chunk.length, from)
    found = chunk.subarray(0, bytesRead).lastIndexOf(lineFeed)
    end = from + found + 1
  }
  if (end < size) await files.ftruncate(file, end)
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
