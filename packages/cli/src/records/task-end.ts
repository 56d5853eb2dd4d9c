import { open } from 'node:fs/promises'
import { type JournalLine, parseLine } from '@artoo/runtime'
import { isRecord } from '@artoo/spec'

/** The end of a task, as its result says. */
export interface TaskEnd {
  readonly status: string
  readonly reason: string
}

const firstBytes = 65_536
/** More than a result has; a longer one is left unread, since a list looks into many files. */
const mostBytes = 4_194_304

/** The end of a task by the last part of its file; null when it is not there. */
export async function taskEndIn(path: string, epoch: number): Promise<TaskEnd | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    for (let bytes = firstBytes; bytes <= mostBytes; bytes *= 8) {
      const position = Math.max(0, size - bytes)
      const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(size - position) })
      const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
      for (const text of lines.toReversed()) {
        const end = text.includes('"FinalResult"') ? endOn(text, epoch) : null
        if (end) return end
      }
      if (position === 0) return null
    }
    return null
  } finally {
    await file.close()
  }
}

function endOn(text: string, epoch: number): TaskEnd | null {
  const line = lineOn(text)
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
