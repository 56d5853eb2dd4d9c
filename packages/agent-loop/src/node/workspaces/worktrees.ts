import { mkdir, readdir, readFile, rm, rmdir, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isInside, unlessErrno } from '@artoo/spec/node'
import { copyIndex, type Repository } from './repository.js'

/** A `git worktree` in which a sub-agent works. */
export interface Worktree {
  readonly path: string
  readonly kind: 'writing' | 'reading'
  /** The commit from which it started. */
  readonly begun: string
  /** Its part of the repository, and an index of ours: what is done to its own has no say. */
  readonly gitDir: string
  readonly index: string
}

/** By this the worktrees of a loop are known, also to a later process. */
const lockReason = (loopId: string) => `artoo loop ${loopId}`

export interface NewWorktree extends Pick<Worktree, 'path' | 'kind' | 'begun'> {
  readonly loopId: string
  readonly share: readonly string[]
  readonly signal: AbortSignal
}

export async function addWorktree(
  repo: Repository,
  { loopId, share, signal, ...given }: NewWorktree,
): Promise<Worktree> {
  const { path, begun } = given
  // Locked, so that nobody's `git worktree prune` takes it for one that is gone.
  const words = ['worktree', 'add', '--detach', '--lock', '--reason', lockReason(loopId), path, begun]
  try {
    await repo.git(words, { signal })
    const link = await readFile(join(path, '.git'), 'utf8')
    const worktree = { ...given, gitDir: link.replace(/^gitdir: /, '').replace(/\r?\n$/, ''), index: `${path}.index` }
    await copyIndex(join(worktree.gitDir, 'index'), worktree.index)
    const root = join(path, repo.prefix)
    await mkdir(root, { recursive: true })
    for (const shared of share) await linkIn(join(repo.top, repo.prefix, shared), join(root, shared))
    signal.throwIfAborted()
    return worktree
  } catch (error) {
    await removeWorktree(repo, path)
    throw error
  }
}

/** A shared folder that is not there (yet) is left out. */
async function linkIn(target: string, place: string): Promise<void> {
  if ((await stat(target).catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))) === null) return
  await mkdir(dirname(place), { recursive: true })
  await symlink(target, place, 'junction')
}

const gone = { recursive: true, force: true, maxRetries: 3 } as const

/** Removes a worktree. If that fails, the next start of the loop removes it. */
export async function removeWorktree(repo: Repository, path: string): Promise<void> {
  for (const one of [path, `${path}.index`]) await rm(one, gone).catch(() => {})
  await repo.git(['worktree', 'remove', '--force', '--force', path], { exits: [128] }).catch(() => {})
}

/** Removes a worktree of this process as git would, without a process of git for it. */
export async function removeOwnWorktree({ path, gitDir }: Worktree): Promise<void> {
  for (const one of [path, `${path}.index`, gitDir]) await rm(one, gone).catch(() => {})
  // Fails as long as there are other worktrees.
  await rmdir(dirname(gitDir)).catch(() => {})
}

/** Removes the worktrees of this loop that a process left when it died. */
export async function removeLeftOver({ gitDir }: Repository, loopId: string): Promise<void> {
  const folder = join(await commonFolderOf(gitDir), 'worktrees')
  for (const name of await readdir(folder).catch(unlessErrno([], 'ENOENT'))) {
    const own = join(folder, name)
    if ((await lineIn(join(own, 'locked'))) !== lockReason(loopId)) continue
    // A git that was killed with the process may have written no more than the lock, and then `git worktree` doesn't list it.
    const link = await lineIn(join(own, 'gitdir'))
    const path = link ? dirname(resolve(own, link)) : null
    const isOutside = path !== null && !isInside(folder, path) && !isInside(path, folder)
    for (const one of isOutside ? [path, `${path}.index`, own] : [own]) await rm(one, gone).catch(() => {})
  }
  // Fails as long as there are other worktrees.
  await rmdir(folder).catch(() => {})
}

/** The folder that all worktrees of a repository share, which is another one for a worktree of the user's. */
async function commonFolderOf(gitDir: string): Promise<string> {
  return resolve(gitDir, (await lineIn(join(gitDir, 'commondir'))) ?? '.')
}

async function lineIn(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(unlessErrno(null, 'ENOENT', 'ENOTDIR'))
  return text === null ? null : text.replace(/\r?\n$/, '')
}
