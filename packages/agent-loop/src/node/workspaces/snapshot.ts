import { ArtooError } from '@artoo/spec'
import { copyIndex, inRepository, type Repository, userIndex } from './repository.js'
import { commitOf, treeOf } from './trees.js'
import type { Worktree } from './worktrees.js'

interface Snapshot {
  readonly loopId: string
  readonly signal: AbortSignal
}

/** A commit of the user's folder as it stands. */
export async function snapshot(repo: Repository, index: string, { loopId, signal }: Snapshot): Promise<string> {
  await copyIndex(userIndex(repo), index)
  const tree = await treeOf(repo, { index, signal })
  const { exit, stdout } = await repo.git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { exits: [1], signal })
  const parents = exit === 0 ? [stdout.trim()] : []
  return commitOf(repo, { tree, parents, message: `Where the loop ${loopId} began` })
}

/** A commit, on no branch, of what stands in an open workspace. @throws {ArtooError} `workspace_unknown` */
export async function contentsOf(repo: Repository, from: Worktree | undefined, signal: AbortSignal): Promise<string> {
  if (!from) throw new ArtooError('workspace_unknown', 'there is no such workspace to start from')
  const { path: workTree, gitDir, index, begun } = from
  const tree = await treeOf(repo, { workTree, gitDir, index, signal })
  return commitOf(repo, { tree, parents: [begun], message: 'as it stands' })
}

/** @throws {ArtooError} `invalid_option`: what is part of the work can't be one folder for all. */
export async function assertShareable(repo: Repository, share: readonly string[], head: string): Promise<void> {
  for (const path of share) {
    const { stdout } = await repo.git(['ls-tree', '-z', '--name-only', head, '--', inRepository(repo.prefix, path)])
    if (stdout === '') continue
    const message = `${path} is under version control, so every workspace has its own: leave it out of share`
    throw new ArtooError('invalid_option', message, { field: 'share' })
  }
}
