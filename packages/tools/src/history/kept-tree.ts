import { rmSync } from 'node:fs'
import { lstat, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { oneByOne } from '@artoo/spec'
import { walkEntries } from '../files/walk.js'
import { ownRepository } from '../git/own-repository.js'
import { gitRunner } from '../git/run-git.js'
import { type Blob, snapshotStore } from '../snapshots/snapshot-store.js'
import { type FileState, modeBits, sha256Of } from './record-line.js'

/** A file of the root in two snapshots, each with its content; null where it wasn't. */
export interface KeptChange {
  readonly path: string
  readonly before: KeptFile | null
  readonly after: KeptFile | null
}

interface KeptFile {
  readonly content: Buffer
  readonly state: FileState
}

/** Snapshots of all files of a root of which states are kept. Paths have slashes and are relative to the root. */
export interface KeptTree {
  /** Places of which no states are kept: ignored by git, repositories of their own, files beyond a size. A folder stands for all in it. */
  uncovered(signal: AbortSignal): Promise<readonly string[]>
  /** Stores all files that are covered. Resolves to the id of the snapshot, the same for the same files. */
  take(signal: AbortSignal): Promise<string>
  changes(from: string, to: string, signal: AbortSignal): Promise<readonly KeptChange[]>
}

/** Folders that are as they are: no confined command writes to them. */
const leftOut = /^(node_modules|\.git)$/

/**
 * Snapshots in a git store of artoo's own below a folder. Its index is kept between two of them, so that an unchanged file costs a look at its
 * size and times. Links are not kept. The permissions of a file are those that git knows: whether it can be executed.
 */
export function keptTree(root: string, folder: string, mostBytes: number): KeptTree {
  const run = gitRunner('git')
  const gitDir = join(folder, 'git')
  const store = snapshotStore(run, folder)
  const inTurn = oneByOne()
  let known: readonly string[] = []
  let index: Promise<string> | undefined

  const openIndex = () =>
    (index ??= ownRepository(run, gitDir).then(async () => join(await ownFolder(folder), 'index')))

  async function inIndex(words: readonly string[], paths: readonly string[] | null, signal: AbortSignal) {
    const own = await openIndex()
    // A git that was killed leaves its lock.
    await rm(`${own}.lock`, { force: true })
    const input = paths?.map((path) => `${path}\0`).join('')
    return (await run(words, { cwd: root, gitDir, workTree: root, index: own, input, signal })).stdout
  }

  /** Whether git works in the root: in a folder that it takes for no repository, or doesn't trust, it tells nothing of what is ignored. */
  async function isRepository(signal: AbortSignal): Promise<boolean> {
    const words = ['rev-parse', '--is-inside-work-tree']
    return (await run(words, { cwd: root, signal, exits: [128] })).stdout.trim() === 'true'
  }

  /** The files that git doesn't ignore, or all where there is no repository; a repository in the root ends with a slash. */
  async function listed(signal: AbortSignal): Promise<readonly string[]> {
    if (await isRepository(signal)) {
      const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
      return piecesOf((await run(words, { cwd: root, signal })).stdout)
    }
    const found: string[] = []
    for await (const { path, kind } of walkEntries(root, { enter: (name) => !leftOut.test(name), signal })) {
      if (kind === 'file') found.push(path)
    }
    return found
  }

  async function ignored(signal: AbortSignal): Promise<readonly string[]> {
    if (!(await isRepository(signal))) return []
    const words = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
    return piecesOf((await run(words, { cwd: root, signal })).stdout)
  }

  async function sorted(paths: readonly string[], signal: AbortSignal) {
    const kept: string[] = []
    const others: string[] = []
    for (let at = 0; at < paths.length; at += 500) {
      signal.throwIfAborted()
      const some = paths.slice(at, at + 500)
      const stats = await Promise.all(some.map((path) => lstat(join(root, path)).catch(() => null)))
      for (const [position, path] of some.entries()) {
        const one = stats[position]
        if (one?.isFile() && one.size <= mostBytes) kept.push(path)
        else if (one?.isFile() || one?.isDirectory()) others.push(path)
      }
    }
    return { kept, others }
  }

  return {
    async uncovered(signal) {
      const [paths, left] = await Promise.all([listed(signal), ignored(signal)])
      const { others } = await sorted(paths, signal)
      return [...left, ...others].map((path) => join(root, path.replace(/\/$/, '')))
    },
    take: (signal) =>
      inTurn(async () => {
        const { kept } = await sorted(await listed(signal), signal)
        const now = new Set(kept)
        const gone = known.filter((path) => !now.has(path))
        if (gone.length > 0) await inIndex(['update-index', '--force-remove', '-z', '--stdin'], gone, signal)
        if (kept.length > 0) await inIndex(['update-index', '--add', '--remove', '-z', '--stdin'], kept, signal)
        known = kept
        return (await inIndex(['write-tree'], null, signal)).trim()
      }),
    async changes(from, to, signal) {
      if (from === to) return []
      const compared = (await store.compare(from, to, signal)).filter(
        ({ before, after }) => isFile(before) && isFile(after),
      )
      const staged = await mkdtemp(join(folder, 'staged-'))
      try {
        const [old, recent] = [join(staged, 'before'), join(staged, 'after')]
        await store.get(from, pathsOf(compared, 'before'), old, signal)
        await store.get(to, pathsOf(compared, 'after'), recent, signal)
        const found: KeptChange[] = []
        for (const { path, before, after } of compared) {
          const now = await lstat(join(root, path)).catch(() => null)
          const mode = now?.isFile() ? now.mode & modeBits : 0o666 & ~process.umask()
          found.push({
            path,
            before: before && (await keptFile(join(old, path), before, mode)),
            after: after && (await keptFile(join(recent, path), after, mode)),
          })
        }
        return found
      } finally {
        await rm(staged, { recursive: true, force: true })
      }
    },
  }
}

const ownFolders = new Set<string>()

/** A folder of this process, which is removed when it ends. */
async function ownFolder(folder: string): Promise<string> {
  if (ownFolders.size === 0) process.once('exit', removeOwn)
  const own = await mkdtemp(join(folder, 'index-'))
  ownFolders.add(own)
  return own
}

function removeOwn(): void {
  for (const own of ownFolders) rmSync(own, { recursive: true, force: true })
}

const piecesOf = (text: string) => [...new Set(text.split('\0').filter((piece) => piece !== ''))]

const isFile = (blob: Blob | null) => blob === null || blob.mode !== '120000'

const pathsOf = <Side extends 'before' | 'after'>(
  compared: readonly { readonly path: string; readonly before: Blob | null; readonly after: Blob | null }[],
  side: Side,
) => compared.filter((one) => one[side] !== null).map(({ path }) => path)

/** Permissions that git does not know are those that the file has now. */
async function keptFile(path: string, { mode }: Blob, now: number): Promise<KeptFile> {
  const content = await readFile(path)
  const plain = now & ~0o111
  const own = mode === '100755' ? plain | ((plain & 0o444) >> 2) : plain
  return { content, state: { sha256: sha256Of(content), mode: own } }
}
