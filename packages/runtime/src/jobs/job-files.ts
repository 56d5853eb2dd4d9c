import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, atMost, errorCode, errorMessage, isRecord } from '@artoo/spec'
import { unlessErrno, writeDurably } from '@artoo/spec/node'
import { assertFileName } from '../journal/journal-folder.js'
import type { Job } from './job-queue.js'

const extension = '.json'

/** The version of the format of a job's file. */
const version = 1

const places = ['open', 'done', 'dead'] as const
type Place = (typeof places)[number]

/** Bytes of the list of changes from which a new one is begun. */
const longestList = 1_000_000

const readsAtOnce = 8

/**
 * The files of a queue: one for each job, in `open/` until its end and in `done/` or `dead/` then. `changes` lists the ids of jobs that were
 * changed, so that a process reads only those again. All but `read` and `ids` is called under the lock of the folder.
 */
export interface JobFiles {
  /** The folder of the open jobs. */
  readonly openFolder: string
  /** The open jobs, without their inputs, as they stood at `refresh` and with the changes since. */
  readonly index: ReadonlyMap<string, Job>
  /** Takes in the changes of other processes. */
  refresh(): Promise<void>
  /** Rejects with `damaged_journal` for a file that is no job, `invalid_task_id` for an id that can't be a file name. */
  read(taskId: string): Promise<Job | null>
  ids(place: Place): Promise<readonly string[]>
  write(job: Job): Promise<void>
  remove(taskId: string): Promise<void>
}

export function jobFiles(directory: string): JobFiles {
  const [list, draft] = [join(directory, 'changes'), join(directory, 'draft')]
  const index = new Map<string, Job>()
  /** The list of changes as far as it was taken in. */
  let seen: Awaited<ReturnType<typeof listNow>> | null = null

  function pathOf(place: Place, taskId: string): string {
    assertFileName(taskId)
    return join(directory, place, taskId + extension)
  }

  async function ids(place: Place): Promise<readonly string[]> {
    const names = await readdir(join(directory, place)).catch(unlessErrno([], 'ENOENT'))
    return names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length))
  }

  async function read(taskId: string): Promise<Job | null> {
    // In this order a job that ends meanwhile is met.
    for (const place of places) {
      const path = pathOf(place, taskId)
      const text = await readFile(path, 'utf8').catch(unlessErrno(null, 'ENOENT'))
      if (text !== null) return jobIn(text, path)
    }
    return null
  }

  /** Puts an open job into the index, and the file of one that has ended into its place. */
  async function place(taskId: string, job: Job | null): Promise<void> {
    index.delete(taskId)
    if (job?.state === 'done' || job?.state === 'dead') {
      // Windows moves no file that somebody reads: a later process moves it.
      const unmoved = unlessErrno(undefined, 'ENOENT', 'EPERM', 'EACCES', 'EBUSY')
      await rename(pathOf('open', taskId), pathOf(job.state, taskId)).catch(unmoved)
    } else if (job) index.set(taskId, { ...job, input: null })
  }

  /** Reads jobs again. One that can't be read is left to whoever asks for it. */
  async function placeAgain(taskIds: readonly string[]): Promise<void> {
    const inTurn = atMost(readsAtOnce)
    const one = async (taskId: string) => place(taskId, await read(taskId).catch(unlessIllegible))
    await Promise.all([...new Set(taskIds)].map((taskId) => inTurn(() => one(taskId))))
  }

  async function listNow() {
    const { ino, birthtimeMs, size } = await stat(list).catch(
      unlessErrno({ ino: 0, birthtimeMs: 0, size: 0 }, 'ENOENT'),
    )
    return { name: `${ino} ${birthtimeMs}`, size }
  }

  /** Before the change itself: a process that dies between them has listed too much, and not too little. */
  async function note(taskId: string): Promise<void> {
    if ((seen?.size ?? 0) > longestList) {
      await writeFile(draft, '')
      await rename(draft, list)
    }
    // The line end in front: an id that a dead process wrote in part spoils no other.
    await appendFile(list, `\n${taskId}`)
    seen = await listNow()
  }

  return {
    openFolder: join(directory, 'open'),
    index,
    read,
    ids,
    async refresh() {
      const [before, now] = [seen, await listNow()]
      seen = null
      if (before?.name === now.name && before.size <= now.size)
        await placeAgain(await wordsIn(list, before.size, now.size))
      else {
        for (const place of places) await mkdir(join(directory, place), { recursive: true })
        index.clear()
        await placeAgain(await ids('open'))
      }
      seen = now
    },
    async write(job) {
      await note(job.taskId)
      await writeDurably(pathOf('open', job.taskId), JSON.stringify({ version, job }), draft)
      await place(job.taskId, job)
    },
    async remove(taskId) {
      const paths = places.map((place) => pathOf(place, taskId))
      await note(taskId)
      for (const path of paths) await rm(path, { force: true })
      index.delete(taskId)
    },
  }
}

function jobIn(text: string, path: string): Job {
  try {
    const record: unknown = JSON.parse(text)
    if (isRecord(record) && record.version === version && isRecord(record.job)) return record.job as unknown as Job
    throw new ArtooError('damaged_journal', `it is not of version ${version} of the format`)
  } catch (cause) {
    const message = `${path} is no job that can be read: ${errorMessage(cause)}; put back a copy, or remove it`
    throw new ArtooError('damaged_journal', message, { cause })
  }
}

/** A handler for `catch`: null in place of the errors of `read`. */
export function unlessIllegible(error: unknown): null {
  if (errorCode(error) === 'damaged_journal' || errorCode(error) === 'invalid_task_id') return null
  throw error
}

async function wordsIn(path: string, from: number, to: number): Promise<readonly string[]> {
  if (from === to) return []
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
    return buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean)
  } finally {
    await file.close()
  }
}
