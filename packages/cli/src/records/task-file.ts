import { type FileHandle, open } from 'node:fs/promises'
import { type JournalLine, parseLine } from '@artoo/runtime'
import { isRecord } from '@artoo/spec'

/** The end of a task, as its result says. */
export interface TaskEnd {
  readonly status: string
  readonly reason: string
}

/** The part of a task's file that a list shows. */
export interface TaskFile {
  /** The user's words; empty when they are not there. */
  readonly text: string
  readonly end: TaskEnd | null
}

const fewestBytes = 16_384
/** More than a first line or a result has; longer ones are left unread, since a list looks into many files. */
const mostBytes = 8_388_608

/** Reads the beginning of a task's file and, for a task that has ended, its last part. `epoch`: that of its owner. */
export async function taskFile(
  path: string,
  { epoch, hasEnded }: { readonly epoch: number; readonly hasEnded: boolean },
): Promise<TaskFile> {
  const file = await open(path)
  try {
    return { text: await wordsIn(file), end: hasEnded ? await endIn(file, epoch) : null }
  } finally {
    await file.close()
  }
}

async function wordsIn(file: FileHandle): Promise<string> {
  for (let bytes = fewestBytes; bytes <= mostBytes; bytes *= 8) {
    const { buffer, bytesRead } = await file.read({ position: 0, buffer: Buffer.alloc(bytes) })
    const end = buffer.subarray(0, bytesRead).indexOf('\n')
    if (end >= 0) return wordsOn(lineOn(buffer.toString('utf8', 0, end)))
    if (bytesRead < bytes) return ''
  }
  return ''
}

function wordsOn(line: JournalLine | null): string {
  const begin: unknown = line?.kind === 'start' ? line.run?.begin : null
  if (!isRecord(begin) || !isRecord(begin.payload)) return ''
  return typeof begin.payload.text === 'string' ? begin.payload.text : ''
}

async function endIn(file: FileHandle, epoch: number): Promise<TaskEnd | null> {
  const { size } = await file.stat()
  for (let bytes = fewestBytes; bytes <= mostBytes; bytes *= 8) {
    const position = Math.max(0, size - bytes)
    const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(size - position) })
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    for (const text of lines.toReversed()) {
      const end = text.includes('"FinalResult"') ? endOn(lineOn(text), epoch) : null
      if (end) return end
    }
    if (position === 0) return null
  }
  return null
}

function endOn(line: JournalLine | null, epoch: number): TaskEnd | null {
  if (line?.kind !== 'event' || line.epoch !== epoch || line.event.type !== 'FinalResult') return null
  const { payload } = line.event
  if (!isRecord(payload)) return null
  const { status, reason } = payload
  return typeof status === 'string' && typeof reason === 'string' ? { status, reason } : null
}

/** Null for a line whose beginning was not read, or that is damaged. */
function lineOn(text: string): JournalLine | null {
  try {
    return parseLine(text)
  } catch {
    return null
  }
}
