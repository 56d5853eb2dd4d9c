import { posix } from 'node:path'
import { errorMessage } from '@artoo/spec'
import type { Integration } from '../../ports/workspaces.js'
import { outsideClaim } from './claim.js'
import type { LineOfWork } from './line-of-work.js'
import type { Repository } from './repository.js'
import { changesBetween, commitOf, merged, treeOf } from './trees.js'
import type { Worktree } from './worktrees.js'

export interface Integrating {
  readonly repo: Repository
  readonly line: LineOfWork
  readonly worktree: Worktree
  readonly claim: readonly string[]
  readonly message: string
}

/** Makes a commit on the head of what was changed in a worktree, if it may. */
export async function integrated({ repo, line, worktree, claim, message }: Integrating): Promise<Integration> {
  const { path: workTree, gitDir, index, begun } = worktree
  const { head } = line
  const told = toldFrom(repo)
  const conflict = (paths: readonly string[], reason: string): Integration => ({
    status: 'conflict',
    paths: paths.map(told),
    reason,
  })
  let tree: string
  try {
    tree = await treeOf(repo, { workTree, gitDir, index })
  } catch (error) {
    return conflict([], `its changes can't be taken over: ${errorMessage(error)}`)
  }
  const changes = await changesBetween(repo, begun, tree)
  const paths = changes.map(({ path }) => path)
  const changed = paths.map(told)
  if (changes.length === 0) return { status: 'integrated', commit: null, head, changed }

  const repositories = changes.filter(({ isRepository }) => isRepository)
  if (repositories.length > 0) {
    const where = repositories.map(({ path }) => path)
    return conflict(where, 'it changed a git repository inside of this one, which is not taken over')
  }
  const misplaced = misplacedIn(claim, changed)
  if (misplaced) return { status: 'conflict', ...misplaced }

  if (begun !== head) {
    const meanwhile = new Set((await changesBetween(repo, begun, head)).map(({ path }) => path))
    const overlap = paths.filter((path) => meanwhile.has(path))
    if (overlap.length > 0) return conflict(overlap, 'others changed the same files meanwhile')
  }
  const result = begun === head ? { tree } : await merged(repo, begun, head, tree)
  if ('conflicts' in result) return conflict(result.conflicts, 'it does not fit what others changed meanwhile')
  const commit = await commitOf(repo, { tree: result.tree, parents: [head], message })
  await line.moveTo(commit)
  return { status: 'integrated', commit, head: commit, changed }
}

/** Paths as the user's folder has them: one outside of it begins with `../`. */
export function toldFrom({ prefix }: Pick<Repository, 'prefix'>) {
  return (path: string) => (prefix === '' ? path : posix.relative(prefix, path))
}

function misplacedIn(claim: readonly string[], changed: readonly string[]) {
  try {
    const paths = outsideClaim(claim, changed)
    const allowed = claim.length === 0 ? 'its folder' : `its claim, ${claim.join(', ')}`
    return paths.length === 0 ? null : { paths, reason: `it changed what lies outside ${allowed}` }
  } catch (error) {
    return { paths: [], reason: errorMessage(error) }
  }
}
