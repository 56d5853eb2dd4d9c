import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, describeIssues } from '@artoo/spec'
import { isErrno, unlessErrno } from '@artoo/spec/node'
import * as z from 'zod'
import type { LoopReply, LoopRequest } from '../../ports/state-store.js'
import type { CourseChange } from '../../state/events.js'

const request: z.ZodType<LoopRequest> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('stop'), reason: z.string().nullable() }),
  z.strictObject({
    type: z.literal('redirect'),
    text: z.string().min(1).nullable(),
    // Held against the state by the coordinator, before it interrupts anything.
    change: z
      .custom<CourseChange>((value) => typeof value === 'object' && value !== null && 'type' in value)
      .nullable(),
  }),
])

/** A request belongs to the run that had the lease when it was made. */
const addressed = z.strictObject({ run: z.string(), request })
const reply: z.ZodType<LoopReply> = z.strictObject({ refusal: z.string().nullable() })

/** More than a person writes. */
const mostBytes = 1_048_576

/** Milliseconds after which an answer that was not fetched, and what a dead process was writing, are thrown away. */
const keptMs = 86_400_000

const directoryOf = (path: string) => `${path}.requests`

/** @throws {ArtooError} `invalid_value` for what is no request, or too long for one. */
export async function leaveRequest(path: string, given: LoopRequest, run: string, now: number): Promise<string> {
  const read = request.safeParse(given)
  if (!read.success) throw new ArtooError('invalid_value', `no request of a loop: ${describeIssues(read.error.issues)}`)
  // A longer request is not read.
  if (JSON.stringify(read.data).length > mostBytes / 4) {
    throw new ArtooError('invalid_value', `a request has at most ${mostBytes / 4} characters`)
  }
  await mkdir(directoryOf(path), { recursive: true })
  // In the order of time, and of one process also within a millisecond.
  left = (left + 1) % 1_000_000
  const name = `${pad(now, 15)}-${pad(left, 6)}-${randomUUID()}`
  await writeWhole(path, name, 'json', { run, request: read.data })
  return name
}

let left = 0
const pad = (value: number, width: number) => String(Math.max(0, value)).padStart(width, '0')

/** Takes a request back. False when it was heard already. */
export async function withdrawRequest(path: string, name: string): Promise<boolean> {
  try {
    await rm(join(directoryOf(path), `${name}.json`))
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

export const leaveReply = (path: string, name: string, { refusal }: LoopReply) =>
  writeWhole(path, name, 'reply', { refusal })

/** The answer to a request, which is gone then; null as long as there is none. */
export async function takeReply(path: string, name: string): Promise<LoopReply | null> {
  const file = join(directoryOf(path), `${name}.reply`)
  const found = await readOne(file, reply)
  if (found) await rm(file, { force: true })
  return found
}

export interface TakenRequest {
  readonly name: string
  readonly request: LoopRequest
}

/**
 * The requests to a run, in order; each is gone before it is given. Those to earlier runs have expired and are removed. What is none is set
 * aside, as `.rejected`.
 */
export async function* takeRequests(path: string, run: string, now: number): AsyncGenerator<TakenRequest> {
  const directory = directoryOf(path)
  const names = await readdir(directory).catch(unlessErrno<string[]>([], 'ENOENT'))
  for (const name of names.sort()) {
    const file = join(directory, name)
    if (/\.(draft|reply)$/.test(name) && Number.parseInt(name, 10) < now - keptMs) await rm(file, { force: true })
    if (!name.endsWith('.json')) continue
    const read = await readOne(file, addressed)
    if (!read) {
      // The sender may just have taken it back.
      await rename(file, `${file}.rejected`).catch(unlessErrno(undefined, 'ENOENT'))
      continue
    }
    const isMine = await withdrawRequest(path, name.slice(0, -'.json'.length))
    if (isMine && read.run === run) yield { name: name.slice(0, -'.json'.length), request: read.request }
  }
}

async function writeWhole(path: string, name: string, kind: 'json' | 'reply', value: unknown): Promise<void> {
  const file = join(directoryOf(path), name)
  await writeFile(`${file}.draft`, `${JSON.stringify(value)}\n`, { flag: 'wx' })
  await rename(`${file}.draft`, `${file}.${kind}`)
}

async function readOne<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  const stats = await stat(file).catch(() => null)
  if (!stats?.isFile() || stats.size > mostBytes) return null
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}
