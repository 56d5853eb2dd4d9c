import { appendFile, chmod, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import { errnoOf } from '../files/file-error.js'
import { linesIn, type RecordLine, sha256Of, textOf } from './record-line.js'
import { unkeepable } from './unkeepable.js'

/** The records of tasks with the contents that they name, a folder for each task. */
export interface RecordStore {
  /** Resolves when the lines and the contents survive the process and a power failure. @throws {ArtooError} `no_state_folder` */
  add(taskId: string, lines: readonly RecordLine[], contents?: readonly Buffer[]): Promise<void>
  /** Notes that a line was carried out. A note that fails leaves that open. */
  done(taskId: string, id: string): Promise<void>
  /** The lines of a task, the first one first. @throws {ArtooError} `damaged_history` */
  read(taskId: string): Promise<readonly RecordLine[]>
  content(taskId: string, sha256: string): Promise<Buffer>
  remove(taskId: string): Promise<void>
  /** Removes tasks that were not written to since a time in milliseconds since the Unix epoch. Returns whether there were some. */
  removeOlder(than: number): Promise<boolean>
}

/** Files that are written at once. */
const mostAtOnce = 32

export function recordStore(folder: string): RecordStore {
  const folderOf = (taskId: string) => join(folder, sha256Of(Buffer.from(taskId)).slice(0, 32))
  const linesOf = (taskId: string) => join(folderOf(taskId), 'touches.jsonl')

  async function keep(place: string, content: Buffer): Promise<void> {
    const path = join(place, sha256Of(content))
    if ((await stat(path).catch(() => null)) === null) await writeDurably(path, content)
  }

  async function append(taskId: string, lines: readonly RecordLine[]): Promise<void> {
    const file = await open(linesOf(taskId), 'a', 0o600)
    try {
      await file.appendFile(lines.map(textOf).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  }

  return {
    async add(taskId, lines, contents = []) {
      const place = folderOf(taskId)
      try {
        await mkdir(place, { recursive: true, mode: 0o700 })
        await chmod(folder, 0o700)
        for (let at = 0; at < contents.length; at += mostAtOnce) {
          await Promise.all(contents.slice(at, at + mostAtOnce).map((content) => keep(place, content)))
        }
        await append(taskId, lines)
      } catch (cause) {
        throw unkeepable(place, cause)
      }
    },
    done: (taskId, id) => appendFile(linesOf(taskId), textOf({ done: id })).catch(() => {}),
    async read(taskId) {
      const text = await readFile(linesOf(taskId), 'utf8').catch((error) => {
        if (errnoOf(error) === 'ENOENT') return ''
        throw error
      })
      const lines = linesIn(text)
      if (typeof lines !== 'number') return lines
      throw damaged(`line ${lines} of ${linesOf(taskId)} can't be read: repair or remove the line`)
    },
    async content(taskId, sha256) {
      const path = join(folderOf(taskId), sha256)
      const content = await readFile(path).catch((cause) => {
        throw damaged(`${path}, a state of a file, can't be read`, cause)
      })
      if (sha256Of(content) === sha256) return content
      throw damaged(`${path} is not what was kept`)
    },
    remove: (taskId) => rm(folderOf(taskId), { recursive: true, force: true }),
    async removeOlder(than) {
      const names = await readdir(folder).catch(() => [])
      let hasRemoved = false
      for (const name of names.filter((one) => /^[0-9a-f]{32}$/.test(one))) {
        const written = await stat(join(folder, name, 'touches.jsonl')).catch(() => null)
        // A process that died before its first line has left an empty folder.
        const stats = written ?? (await stat(join(folder, name)).catch(() => null))
        if (!stats || stats.mtimeMs >= than) continue
        await rm(join(folder, name), { recursive: true, force: true })
        hasRemoved = true
      }
      return hasRemoved
    },
  }
}

const damaged = (message: string, cause?: unknown) => new ArtooError('damaged_history', message, { cause })
