import type { GitCall } from '@artoo/tools/node'
import type { Repository } from './repository.js'

/** The contents of a work tree, with uncommitted and untracked files, without ignored ones. */
export async function treeOf(repo: Repository, call: Partial<GitCall>): Promise<string> {
  // 1: all was added, and git notes that a path to be left out is ignored as well. Where a checkout is sparse, what stands
  // in a folder that it leaves out counts nevertheless.
  await repo.git(['add', '--all', '--sparse', '--', '.', ...repo.left], { ...call, exits: [1] })
  return id(await repo.git(['write-tree'], call))
}

export interface TreeChange {
  /** As git has it: from the top, with slashes. */
  readonly path: string
  readonly kind: 'added' | 'deleted' | 'changed'
  /** A repository inside of this one. */
  readonly isRepository: boolean
}

export async function changesBetween(repo: Repository, from: string, to: string): Promise<readonly TreeChange[]> {
  if (from === to) return []
  const { stdout } = await repo.git(['diff-tree', '-r', '-z', '--no-renames', from, to])
  const pieces = stdout.split('\0')
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [before = '', after = '', , , letter] = (pieces[at] ?? '').slice(1).split(' ')
    changes.push({
      path: pieces[at + 1] ?? '',
      kind: letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'changed',
      isRepository: before === '160000' || after === '160000',
    })
  }
  return changes
}

export type Merged = { readonly tree: string } | { readonly conflicts: readonly string[] }

/** The merge of both sides' changes since the same beginning. */
export async function merged(repo: Repository, base: string, ours: string, theirs: string): Promise<Merged> {
  const { stdout: trees } = await repo.git(['rev-parse', ...[base, ours, theirs].map((commit) => `${commit}^{tree}`)])
  const [begun = '', one = '', other = ''] = trees.split('\n')
  if (one === begun || one === other) return { tree: other }
  if (other === begun) return { tree: one }
  // Commits of their own, since before 2.40 git finds out the beginning by itself.
  const root = await commitOf(repo, { tree: begun, parents: [], message: 'begun' })
  const sides = [
    await commitOf(repo, { tree: one, parents: [root], message: 'ours' }),
    await commitOf(repo, { tree: other, parents: [root], message: 'theirs' }),
  ]
  const words = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...sides]
  const { exit, stdout } = await repo.git(words, { exits: [1] })
  const [tree = '', ...conflicts] = stdout.split('\0').filter((piece) => piece !== '')
  return exit === 0 ? { tree: tree.trim() } : { conflicts: [...new Set(conflicts)] }
}

export interface CommitParts {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
}

export async function commitOf(repo: Repository, { tree, parents, message }: CommitParts): Promise<string> {
  const words = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
  return id(await repo.git(words, { input: `${message.replaceAll('\0', '')}\n` }))
}

const id = ({ stdout }: { readonly stdout: string }) => stdout.trim()
