import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '@artoo/spec/node'
import { ownRepository } from '../git/own-repository.js'
import type { RunGit } from '../git/run-git.js'

/** A git folder of artoo's own that keeps raw bytes: no attribute of the user's folder converts, filters or compares them. */
export interface SnapshotStore {
  /**
   * Stores the files at these paths of a folder, but for missing ones. Returns the id of a commit that a ref of that
   * name keeps.
   */
  put(directory: string, paths: readonly string[], name: string, signal?: AbortSignal): Promise<string>
  /** Each path of either, with git's mode and the id of the content. */
  compare(from: string, to: string, signal?: AbortSignal): Promise<readonly Compared[]>
  /** Writes these files of a snapshot into an empty folder, or one that is missing. */
  get(snapshot: string, paths: readonly string[], directory: string, signal?: AbortSignal): Promise<void>
}

export interface Compared {
  readonly path: string
  readonly before: Blob | null
  readonly after: Blob | null
}

export interface Blob {
  readonly id: string
  readonly mode: '100644' | '100755' | '120000'
}

export function snapshotStore(run: RunGit, folder: string): SnapshotStore {
  const gitDir = join(folder, 'git')
  /** Runs git with an index of its own, so that a git that outlives its process does not collide with the next one. */
  async function within<T>(
    signal: AbortSignal | undefined,
    work: (git: (words: readonly string[], call: Call) => Promise<string>) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    await ownRepository(run, gitDir)
    const place = await mkdtemp(join(folder, 'index-'))
    const index = join(place, 'index')
    try {
      return await work(async (words, { workTree = folder, paths }) => {
        const input = paths?.map((path) => `${path}\0`).join('')
        return (await run(words, { cwd: workTree, gitDir, workTree, index, input, signal })).stdout
      })
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }
  return {
    put: (workTree, paths, name, signal) =>
      within(signal, async (git) => {
        if (paths.length > 0) await git(['update-index', '--add', '--remove', '-z', '--stdin'], { workTree, paths })
        const tree = await git(['write-tree'], {})
        const commit = (await git(['commit-tree', '-m', name, tree.trim()], {})).trim()
        const refs = join(gitDir, 'refs/artoo')
        await mkdir(refs, { recursive: true })
        // A file of git's own format, without the lock that a killed git leaves.
        await writeDurably(join(refs, name), `${commit}\n`)
        return commit
      }),
    compare: (from, to, signal) =>
      within(signal, async (git) => {
        const pieces = (await git(['diff-tree', '-r', '-z', '--no-renames', from, to], {})).split('\0')
        const compared: Compared[] = []
        for (let at = 0; at + 1 < pieces.length; at += 2) {
          const [before = '', after = '', idBefore = '', idAfter = ''] = (pieces[at] ?? '').slice(1).split(' ')
          compared.push({ path: pieces[at + 1] ?? '', before: blobOf(before, idBefore), after: blobOf(after, idAfter) })
        }
        return compared
      }),
    get: (snapshot, paths, workTree, signal) =>
      within(signal, async (git) => {
        await mkdir(workTree, { recursive: true })
        if (paths.length === 0) return
        await git(['read-tree', snapshot], {})
        await git(['checkout-index', '--force', '-z', '--stdin'], { workTree, paths })
      }),
  }
}

interface Call {
  /** @defaultValue a folder of artoo's own */
  readonly workTree?: string | undefined
  /** For the standard input. */
  readonly paths?: readonly string[] | undefined
}

const blobOf = (mode: string, id: string): Blob | null =>
  mode === '000000' ? null : { id, mode: mode as Blob['mode'] }
