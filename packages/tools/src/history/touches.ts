import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import * as z from 'zod'
import { errnoOf } from '../files/file-error.js'

const state = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Permission bits. */
  mode: z.int().min(0).max(0o777),
})

/** Content and permissions of a file, by which another state of it is told apart. */
export type FileState = z.infer<typeof state>

const touch = z.strictObject({
  /** Null for an undo. */
  callId: z.string().nullable(),
  /** Relative to the root, links followed, with slashes. */
  path: z.string(),
  /** Null where no file was. */
  before: state.nullable(),
  after: state.nullable(),
})

/** A file about to be written by a call, in both states. */
export type Touch = z.infer<typeof touch>

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** The touches of tasks with the contents that they name, a folder for each task. */
export interface TouchStore {
  /** Resolves when the touch and the contents survive the process and a power failure. */
  add(taskId: string, one: Touch, contents: readonly Buffer[]): Promise<void>
  /** The touches of a task, the first one first. A line that a crash cut short is left out. */
  read(taskId: string): Promise<readonly Touch[]>
  content(taskId: string, sha256: string): Promise<Buffer>
  remove(taskId: string): Promise<void>
  /** Removes tasks that were not written to since a time in milliseconds since the Unix epoch. */
  removeOlder(than: number): Promise<void>
}

export function touchStore(folder: string): TouchStore {
  const folderOf = (taskId: string) => join(folder, sha256Of(Buffer.from(taskId)).slice(0, 32))
  const linesOf = (taskId: string) => join(folderOf(taskId), 'touches.jsonl')

  async function keep(place: string, content: Buffer): Promise<void> {
    const path = join(place, sha256Of(content))
    if ((await stat(path).catch(() => null)) === null) await writeDurably(path, content)
  }

  return {
    async add(taskId, one, contents) {
      const place = folderOf(taskId)
      await mkdir(place, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      for (const content of contents) await keep(place, content)
      const file = await open(linesOf(taskId), 'a', 0o600)
      try {
        // Begins a line of its own, in case a crash cut the last one short.
        await file.appendFile(`\n${JSON.stringify(one)}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async read(taskId) {
      const text = await readFile(linesOf(taskId), 'utf8').catch((error) => {
        if (errnoOf(error) === 'ENOENT') return ''
        throw error
      })
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.flatMap((line, index) => {
        const found = touch.safeParse(parsed(line))
        if (found.success) return found.data
        if (parsed(line) === undefined) return []
        throw new ArtooError('damaged_history', `line ${index + 1} of ${linesOf(taskId)} is no touch of a file`)
      })
    },
    async content(taskId, sha256) {
      const content = await readFile(join(folderOf(taskId), sha256))
      if (sha256Of(content) === sha256) return content
      throw new ArtooError('damaged_history', `${join(folderOf(taskId), sha256)} is not what was kept`)
    },
    remove: (taskId) => rm(folderOf(taskId), { recursive: true, force: true }),
    async removeOlder(than) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names.filter((one) => /^[0-9a-f]{32}$/.test(one))) {
        const written = await stat(join(folder, name, 'touches.jsonl')).catch(() => null)
        // Without a touch, since a process died before its first one.
        const stats = written ?? (await stat(join(folder, name)).catch(() => null))
        if (stats && stats.mtimeMs < than) await rm(join(folder, name), { recursive: true, force: true })
      }
    },
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
