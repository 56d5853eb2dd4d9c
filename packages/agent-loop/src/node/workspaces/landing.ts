import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshots } from '@artoo/tools/node'
import type { Landing, LandingOptions, LandingUndone } from '../../ports/workspaces.js'
import { toldFrom } from './integration.js'
import type { LineOfWork } from './line-of-work.js'
import { copyIndex, inRepository, type Repository, userIndex } from './repository.js'
import { changesBetween, merged, type TreeChange, treeOf } from './trees.js'

export interface LandingPlace {
  readonly repo: Repository
  readonly line: LineOfWork
  /** A folder of the process for files that are in the making. */
  readonly home: string
  /** Snapshots of the user's folder. */
  readonly snapshots: Snapshots
}

/**
 * Merges the work into the user's folder as it stands, uncommitted edits included. The folder's files change, but neither its
 * index nor what is checked out. Both states of each file are stored before the first one is written.
 */
export async function landed(place: LandingPlace, { signal, refusal }: LandingOptions): Promise<Landing> {
  const { repo, line, home, snapshots } = place
  const { head } = line
  const told = toldFrom(repo)
  const conflict = (paths: readonly string[], reason: string): Landing => ({ status: 'conflict', paths, reason })
  const index = join(home, 'index')
  await copyIndex(userIndex(repo), index)
  const ours = await treeOf(repo, { index, signal })
  const base = await line.base()
  const result = await merged(repo, base, ours, head)
  if ('conflicts' in result) return conflict(result.conflicts.map(told), 'you changed the same places meanwhile')
  const changes = (await changesBetween(repo, ours, result.tree)).map(({ path, kind }) => ({ path: told(path), kind }))
  if (changes.length === 0) {
    await line.setBase(head)
    return { status: 'landed', changed: [] }
  }
  const before = await snapshots.take('before-landing', pathsOf(changes, 'added'), undefined, signal)
  const after = await withFilesOf(place, result.tree, pathsOf(changes, 'deleted'), (directory, paths) =>
    snapshots.take('after-landing', paths, directory, signal),
  )
  if ((await treeOf(repo, { index, signal })) !== ours) {
    return conflict([], 'files were changed while they were looked at: land again')
  }
  const no = await refusal?.(changes, (paths) => snapshots.diff(before, after, paths, signal))
  if (no) return { status: 'refused', ...no }
  // Not broken off once it writes.
  const moved = await snapshots.move(before, after, base, signal)
  if (moved.status === 'refused') {
    return conflict(moved.paths, 'files that git ignores, or that were changed at this very moment, stand there')
  }
  await line.setBase(head)
  return { status: 'landed', changed: changes.map(({ path }) => path) }
}

/** Takes the last landing back; the next one brings its work again. */
export async function landingUndone({ line, snapshots }: LandingPlace): Promise<LandingUndone | null> {
  const last = await snapshots.last()
  if (!last) return null
  await line.setBase(last.note)
  const back = await snapshots.takeBack()
  return back && { status: 'undone', ...back }
}

const pathsOf = (changes: readonly Pick<TreeChange, 'path' | 'kind'>[], but: TreeChange['kind']) =>
  changes.filter(({ kind }) => kind !== but).map(({ path }) => path)

/** Writes files of a tree as the user's checkout would have them: with the line ends and filters that its attributes name. */
async function withFilesOf<T>(
  { repo, home }: LandingPlace,
  tree: string,
  paths: readonly string[],
  work: (directory: string, paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(home, 'landing-'))
  const index = `${directory}.index`
  try {
    await repo.git(['read-tree', '--no-sparse-checkout', tree], { index })
    const input = paths.map((path) => `${inRepository(repo.prefix, path)}\0`).join('')
    if (input !== '') {
      await repo.git(['checkout-index', '--force', '-z', '--stdin', `--prefix=${directory}/`], { index, input })
    }
    const root = join(directory, repo.prefix)
    await mkdir(root, { recursive: true })
    return await work(root, paths)
  } finally {
    for (const one of [directory, index]) await rm(one, { recursive: true, force: true })
  }
}
