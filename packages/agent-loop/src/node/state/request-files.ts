import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, describeIssues } from '@artoo/spec'
import * as z from 'zod'
import type { Change } from '../../state/events.js'
import type { LoopRequest } from '../../state-store.js'
import { unlessErrno } from '../errno.js'

const request: z.ZodType<LoopRequest> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('stop'), reason: z.string().nullable() }),
  z.strictObject({
    type: z.literal('redirect'),
    text: z.string().min(1).nullable(),
    // Held against the state by the coordinator, before it interrupts anything.
    change: z.custom<Change>((value) => typeof value === 'object' && value !== null && 'type' in value).nullable(),
  }),
])

/** More than a person writes. */
const mostBytes = 1_048_576

const directoryOf = (path: string) => `${path}.requests`

/** @throws {ArtooError} `invalid_value` for what is no request. */
export async function leaveRequest(path: string, given: LoopRequest, now: number): Promise<void> {
  const read = request.safeParse(given)
  if (!read.success) throw new ArtooError('invalid_value', `no request of a loop: ${describeIssues(read.error.issues)}`)
  const directory = directoryOf(path)
  await mkdir(directory, { recursive: true })
  // In the order of time, and of one process also within a millisecond.
  left = (left + 1) % 1_000_000
  const order = `${pad(now, 15)}-${pad(left, 6)}-${randomUUID()}`
  await writeFile(join(directory, `${order}.draft`), `${JSON.stringify(read.data)}\n`, { flag: 'wx' })
  await rename(join(directory, `${order}.draft`), join(directory, `${order}.json`))
}

let left = 0
const pad = (value: number, width: number) => String(Math.max(0, value)).padStart(width, '0')

/** The requests that are left, in order; each is gone before it is given. What is none is set aside, as `.rejected`. */
export async function* takeRequests(path: string): AsyncGenerator<LoopRequest> {
  const directory = directoryOf(path)
  const names = await readdir(directory).catch(unlessErrno<string[]>([], 'ENOENT'))
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const file = join(directory, name)
    const read = await readRequest(file)
    if (read) {
      await rm(file)
      yield read
    } else {
      await rename(file, `${file}.rejected`)
    }
  }
}

async function readRequest(file: string): Promise<LoopRequest | null> {
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile() || stats.size > mostBytes) return null
  try {
    return request.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}
