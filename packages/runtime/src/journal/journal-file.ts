import { type FileHandle, open } from 'node:fs/promises'
import type { JournalLine } from './journal.js'
import { lastLinesOn, tailLength } from './journalled-run.js'
import { parseLine } from './parse-line.js'

export const chunkBytes = 1_048_576
/** More than an `end` line has. */
const tailBytes = 1_024
export const lineFeed = 10
/** More than a `start` line has, and little enough to look into thousands of files. */
const headBytes = 4_096

/** The lines without the first `from`. Lines end with a line feed and nothing else; a last one without it was cut short. */
export async function* linesIn(file: FileHandle, from: number): AsyncGenerator<JournalLine> {
  let rest = ''
  let number = 0
  for await (const chunk of file.createReadStream({ encoding: 'utf8', highWaterMark: chunkBytes })) {
    const [first = '', ...lines] = String(chunk).split('\n')
    lines.unshift(rest + first)
    rest = lines.pop() ?? ''
    for (const line of lines) if (++number > from) yield parseLine(line)
  }
}

export async function firstLineOf(path: string): Promise<JournalLine | undefined> {
  const file = await open(path)
  try {
    for (let bytes = headBytes; ; bytes *= 8) {
      const { buffer, bytesRead } = await file.read({ position: 0, buffer: Buffer.alloc(bytes) })
      const end = buffer.subarray(0, bytesRead).indexOf(lineFeed)
      if (end >= 0) return parseLine(buffer.toString('utf8', 0, end))
      if (bytesRead < bytes) return undefined
    }
  } finally {
    await file.close()
  }
}

/**
 * The last few lines when the last one closes the journal; none when it doesn't, which only reading all of it can explain. There are two at
 * least, since the one before tells whether the last is void.
 */
export async function closingLinesOf(path: string): Promise<readonly JournalLine[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for (let bytes = tailBytes; ; bytes *= 8) {
      const position = Math.max(0, size - bytes)
      const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(Math.min(size, bytes)) })
      const [rest, ...whole] = buffer.toString('utf8', 0, bytesRead).split('\n')
      if (whole.pop() !== '') return []
      if (position === 0 && rest !== undefined) whole.unshift(rest)
      if (!/^{"kind":"(end|wait)"/.test(whole.at(-1) ?? '')) return []
      if (position === 0 || whole.length > 1) return lastLinesOn(whole.slice(-tailLength))
    }
  } finally {
    await file.close()
  }
}
