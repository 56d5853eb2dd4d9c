import { existsSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ArtooError, sha256 } from '@artoo/spec'
import { isErrno, unlessErrno } from '@artoo/spec/node'

const extension = '.jsonl'

type Kind = 'open' | 'ended'

/**
 * The places of a journal's files. Open runs lie in the folder itself and ended ones in `ended/`, so that a look at the open ones costs the same
 * beside any number of ended ones. `sessions/<hash>/` has an empty file for each turn of a conversation. All but the files themselves is a cache: a run
 * that ended without being moved is moved when it is listed, and `sessions/` is made anew when it is missing.
 */
export interface JournalFolder {
  /** @throws {ArtooError} `invalid_task_id` for an id that can't be a file name. */
  placesOf(taskId: string): Readonly<Record<Kind, string>>
  /** The path of the run's file now; that of an open run when there is none. */
  pathOf(taskId: string): string
  /** Runs the work with the path of the file, also when the run ends meanwhile. Null when there is no file. */
  at<Result>(taskId: string, work: (path: string) => Promise<Result>): Promise<Result | null>
  hasEnded(taskId: string): Promise<boolean>
  /** Moves the file of a run that has ended. */
  end(taskId: string): Promise<void>
  taskIds(kind: Kind): Promise<readonly string[]>
  /** Notes a run as a turn of a conversation. */
  note(session: string, taskId: string): Promise<void>
  /** The runs that were noted as turns of a conversation; null when nothing was ever noted. */
  turnsOf(session: string): Promise<readonly string[] | null>
  remove(taskId: string, session: string | undefined): Promise<void>
}

export function journalFolder(directory: string): JournalFolder {
  const sessions = join(directory, 'sessions')
  const sessionPath = (session: string) => join(sessions, sha256(session).slice(0, 32))

  function placesOf(taskId: string) {
    if (!/^[\w.-]+$/.test(taskId)) throw new ArtooError('invalid_task_id', `${taskId} can't be a file name`)
    const name = taskId + extension
    return { open: join(directory, name), ended: join(directory, 'ended', name) }
  }

  const namesIn = (folder: string) => readdir(folder).catch(unlessErrno(null, 'ENOENT'))

  return {
    placesOf,
    pathOf(taskId) {
      const { open, ended } = placesOf(taskId)
      return existsSync(ended) ? ended : open
    },
    async at(taskId, work) {
      const { open, ended } = placesOf(taskId)
      // Runs move from the first place to the second and never back.
      return (await work(open).catch(unlessErrno(null, 'ENOENT'))) ?? work(ended).catch(unlessErrno(null, 'ENOENT'))
    },
    hasEnded: (taskId) => access(placesOf(taskId).ended).then(() => true, unlessErrno(false, 'ENOENT')),
    async end(taskId) {
      const { open, ended } = placesOf(taskId)
      const move = () => rename(open, ended)
      await withFolder(join(directory, 'ended'), move).catch(unlessErrno(undefined, 'ENOENT'))
    },
    async taskIds(kind) {
      const names = (await namesIn(kind === 'open' ? directory : join(directory, 'ended'))) ?? []
      return names.filter((name) => name.endsWith(extension)).map((name) => basename(name, extension))
    },
    async note(session, taskId) {
      await withFolder(sessionPath(session), () => writeFile(join(sessionPath(session), taskId), ''))
    },
    async turnsOf(session) {
      return (await namesIn(sessionPath(session))) ?? ((await namesIn(sessions)) ? [] : null)
    },
    async remove(taskId, session) {
      const { open, ended } = placesOf(taskId)
      if (session !== undefined) await rm(join(sessionPath(session), taskId), { force: true })
      await Promise.all([open, ended].map((path) => rm(path, { force: true })))
    },
  }
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
