import type { Reverted } from '../../ports/workspaces.js'
import { toldFrom } from './integration.js'
import type { LineOfWork } from './line-of-work.js'
import type { Repository } from './repository.js'
import { changesBetween, commitOf, merged } from './trees.js'

/** Takes commits back, each by one of its own. */
export async function reverted(repo: Repository, line: LineOfWork, commits: readonly string[]): Promise<Reverted> {
  const residual: string[] = []
  for (const commit of commits) {
    const why = await revert(repo, line, commit)
    if (why !== null) residual.push(`${commit.slice(0, 12)} ${why}`)
  }
  return { head: line.head, residual }
}

/** Why it could not be taken back; null when it was. */
async function revert(repo: Repository, line: LineOfWork, commit: string): Promise<string | null> {
  const { head } = line
  if (!(await isPartOf(repo, commit, head))) return 'is no commit of this loop'
  const result = await merged(repo, commit, head, `${commit}^`)
  if ('conflicts' in result) {
    const changed = await changesBetween(repo, `${commit}^`, commit)
    const shown = (paths: readonly string[]) => paths.map(toldFrom(repo)).join(', ')
    return `${shown(changed.map(({ path }) => path))}: later changes build on it (${shown(result.conflicts)})`
  }
  if ((await changesBetween(repo, head, result.tree)).length === 0) return null
  await line.moveTo(await commitOf(repo, { tree: result.tree, parents: [head], message: `Take back ${commit}` }))
  return null
}

async function isPartOf(repo: Repository, commit: string, head: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return false
  const { exit } = await repo.git(['merge-base', '--is-ancestor', commit, head], { exits: [1, 128] })
  if (exit !== 0) return false
  // The first of all has nothing before it.
  return (await repo.git(['rev-parse', '--verify', '--quiet', `${commit}^`], { exits: [1] })).exit === 0
}
