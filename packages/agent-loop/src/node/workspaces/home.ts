import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { isInside, isProcessMark, markOfThisProcess, standingOf } from '@artoo/spec/node'
import { nameOf } from './own-folder.js'
import type { Repository } from './repository.js'
import { removeWorktree } from './worktrees.js'

/** Begins the name of the folder of all worktrees of a loop. */
const prefix = 'artoo-loop-'

/** A file with the folder of the user and the mark of the process. */
const note = 'owner'

/**
 * The folder for worktrees of a loop, empty, and of one name for a loop and its folder. What dead processes left of loops in that folder is
 * removed: a process that is killed before its loop is written has one of a loop that nobody knows.
 *
 * @throws {ArtooError} `invalid_option` when the system's folder for temporary files lies in the user's.
 */
export async function newHome(repo: Repository, loopId: string): Promise<string> {
  const temporary = await realpath(tmpdir())
  if (isInside(repo.top, temporary)) {
    const message = `worktrees would stand inside of ${repo.top}: set TMPDIR to a folder outside of it`
    throw new ArtooError('invalid_option', message, { field: 'directory' })
  }
  const folder = join(repo.top, repo.prefix)
  const home = join(temporary, `${prefix}${nameOf(`${folder}\0${loopId}`)}`)
  for (const name of await readdir(temporary)) {
    if (name.startsWith(prefix) && (await isLeft(join(temporary, name), folder)))
      await removeHome(repo, join(temporary, name))
  }
  await removeHome(repo, home)
  // Fails where somebody else has made a folder of that name.
  await mkdir(home, { mode: 0o700 })
  await writeFile(join(home, note), JSON.stringify([folder, markOfThisProcess()]))
  return home
}

async function isLeft(home: string, folder: string): Promise<boolean> {
  const [of, mark] = await readFile(join(home, note), 'utf8')
    .then(JSON.parse)
    .catch(() => [])
  return of === folder && isProcessMark(mark) && standingOf(mark) === 'dead'
}

async function removeHome(repo: Repository, home: string): Promise<void> {
  for (const name of await readdir(home).catch(() => [])) {
    if (/^w\d+$/.test(name)) await removeWorktree(repo, join(home, name))
  }
  // A git that outlived the dead process may still write there.
  await rm(home, { recursive: true, force: true, maxRetries: 10 })
}
