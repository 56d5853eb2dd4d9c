import { existsSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, sha256 } from '@artoo/spec'
import { isErrno, unlessErrno } from '@artoo/spec/node'

const extension = '.jsonl'

/** Characters of an id: with the extension and a mark behind it, a name that every file system takes. */
const longestId = 200

type Kind = 'open' | 'ended'

/**
 * The places of a journal's files. Open runs lie in the folder itself and ended ones in `ended/`, so that a look at the open ones costs the same
 * beside any number of ended ones. A file in both places, as a backup may leave it, counts as the ended one. `sessions/<hash>/` has an empty file for each
 * turn of a conversation, and `sessions/.complete` says that no turn is missing: without it the notes are made anew.
 */
export interface JournalFolder {
  /** @throws {ArtooError} `invalid_task_id` for an id that can't be a file name. */
  placesOf(taskId: string): Readonly<Record<Kind, string>>
  /** The path of the run's file now; that of an open run when there is none. */
  pathOf(taskId: string): string
  /** Runs the work with the path of the file, also when the run ends meanwhile. Null when there is no file. */
  at<Result>(taskId: string, work: (path: string) => Promise<Result>): Promise<Result | null>
  hasEnded(taskId: string): Promise<boolean>
  /** Moves the file of a run. No effect when it is not where it is moved from, or can't be moved now. */
  move(taskId: string, to: Kind): Promise<void>
  taskIds(kind: Kind): Promise<readonly string[]>
  /** Notes a run as a turn of a conversation. */
  note(session: string, taskId: string): Promise<void>
  /** Says that all turns of all conversations are noted. */
  noteComplete(): Promise<void>
  /** The runs that were noted as turns of a conversation; null while notes may be missing. */
  turnsOf(session: string): Promise<readonly string[] | null>
  remove(taskId: string, session: string | undefined): Promise<void>
}

export function journalFolder(directory: string): JournalFolder {
  const sessions = join(directory, 'sessions')
  const complete = join(sessions, '.complete')
  const sessionPath = (session: string) => join(sessions, sha256(session).slice(0, 32))
  const folderOf = (kind: Kind) => (kind === 'open' ? directory : join(directory, 'ended'))

  function placesOf(taskId: string) {
    assertFileName(taskId)
    const name = taskId + extension
    return { open: join(directory, name), ended: join(directory, 'ended', name) }
  }

  const exists = (path: string) => access(path).then(() => true, unlessErrno(false, 'ENOENT'))

  async function idsIn(folder: string): Promise<readonly string[] | null> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(unlessErrno(null, 'ENOENT'))
    const files = entries?.filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    return files?.map(({ name }) => name.slice(0, -extension.length)) ?? null
  }

  return {
    placesOf,
    pathOf(taskId) {
      const { open, ended } = placesOf(taskId)
      return existsSync(ended) ? ended : open
    },
    async at(taskId, work) {
      const { open, ended } = placesOf(taskId)
      const at = (path: string) => work(path).catch(unlessErrno(null, 'ENOENT'))
      // A run may move from the second place to the first between two looks.
      return (await at(ended)) ?? (await at(open)) ?? at(ended)
    },
    hasEnded: (taskId) => exists(placesOf(taskId).ended),
    async move(taskId, to) {
      const places = placesOf(taskId)
      const from = to === 'ended' ? places.open : places.ended
      // Windows moves no file that somebody reads: a later look moves it.
      await withFolder(folderOf(to), () => rename(from, places[to])).catch(
        unlessErrno(undefined, 'ENOENT', 'EPERM', 'EACCES', 'EBUSY'),
      )
    },
    taskIds: async (kind) => (await idsIn(folderOf(kind))) ?? [],
    async note(session, taskId) {
      await withFolder(sessionPath(session), () => writeFile(join(sessionPath(session), taskId + extension), ''))
    },
    async noteComplete() {
      await withFolder(sessions, () => writeFile(complete, ''))
    },
    turnsOf: async (session) => ((await exists(complete)) ? ((await idsIn(sessionPath(session))) ?? []) : null),
    async remove(taskId, session) {
      const { open, ended } = placesOf(taskId)
      if (session !== undefined) await rm(join(sessionPath(session), taskId + extension), { force: true })
      // In this order a file that is being moved is met in one of them.
      await rm(open, { force: true })
      await rm(ended, { force: true })
    },
  }
}

/** @throws {ArtooError} `invalid_task_id` for an id that can't be a file name. */
export function assertFileName(taskId: string): void {
  if (/^[\w.-]+$/.test(taskId) && taskId.length <= longestId) return
  throw new ArtooError('invalid_task_id', `${taskId.slice(0, 100)} can't be a file name`)
}

/** Does work that needs a folder, which is made when it is missing. */
export async function withFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
    await mkdir(folder, { recursive: true })
    return work()
  }
}
