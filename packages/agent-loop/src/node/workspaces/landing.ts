import { lstat, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { errorMessage } from '@artoo/spec'
import type { Landing } from '../../workspaces.js'
import { isErrno } from '../errno.js'
import { toldFrom } from './integration.js'
import type { LineOfWork } from './line-of-work.js'
import { copyIndex, type Repository, userIndex } from './repository.js'
import { type Change, changesBetween, merged, treeOf } from './trees.js'

/**
 * Merges the work into the user's folder as it stands, uncommitted edits included. The folder's files change, but neither its
 * index nor what is checked out.
 */
export async function landed(repo: Repository, line: LineOfWork, index: string, signal: AbortSignal): Promise<Landing> {
  const { head } = line
  const told = toldFrom(repo)
  const conflict = (paths: readonly string[], reason: string): Landing => ({
    status: 'conflict',
    paths: paths.map(told),
    reason,
  })
  await copyIndex(userIndex(repo), index)
  const ours = await treeOf(repo, { index, signal })
  const result = await merged(repo, await line.base(), ours, head)
  if ('conflicts' in result) return conflict(result.conflicts, 'you changed the same places meanwhile')
  const changes = await changesBetween(repo, ours, result.tree)
  const hidden = await inTheWay(repo.top, changes)
  if (hidden.length > 0) return conflict(hidden, 'files that git ignores stand there')
  signal.throwIfAborted()
  try {
    // Refuses before it writes anything, when a file has changed since it was looked at. From here on nothing is broken off.
    await repo.git(['read-tree', '--no-sparse-checkout', '-m', '-u', ours, result.tree], { index })
  } catch (error) {
    return conflict([], errorMessage(error))
  }
  await line.setBase(head)
  return { status: 'landed', changed: changes.map(({ path }) => told(path)) }
}

/** What git would overwrite, because it is ignored. */
async function inTheWay(top: string, changes: readonly Change[]): Promise<readonly string[]> {
  const going = new Set(changes.filter(({ kind }) => kind === 'deleted').map(({ path }) => path))
  const found: string[] = []
  for (const { path } of changes.filter(({ kind }) => kind === 'added')) {
    for (const one of await standing(top, path)) if (!going.has(one)) found.push(one)
  }
  return found
}

/** The files at a path, or below it, or in place of a folder above it. */
async function standing(top: string, path: string): Promise<readonly string[]> {
  const parts = path.split('/')
  for (let count = 1; count < parts.length; count++) {
    const above = parts.slice(0, count).join('/')
    const stats = await statsOf(join(top, above))
    if (stats === null) return []
    if (!stats.isDirectory()) return [above]
  }
  const stats = await statsOf(join(top, path))
  if (!stats?.isDirectory()) return stats ? [path] : []
  const below = await readdir(join(top, path), { recursive: true, withFileTypes: true })
  return below
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}

async function statsOf(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}
